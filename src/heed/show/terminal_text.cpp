#include "heed/show/terminal_text.h"

#include <algorithm>
#include <numeric>

#include "heed/show/characters.h"
#include "heed/show/colour.h"
#include "heed/show/labels.h"
#include "heed/show/running_text.h"
#include "heed/show/terminal_parts.h"

namespace heed::show {

namespace {

constexpr int kIndent = 2;
constexpr std::size_t kMostNamed = 3;
constexpr double kLeastNamed = 0.0005;                                   // smaller weights would read 0.000
constexpr int kInkColour = 235, kMutedColour = 245, kPaperColour = 231;  // of 256, on the colours of weights

class TextDrawing {
 public:
  TextDrawing(const AttentionMap& map, const TerminalStyle& style)
      : map_(map),
        shades_(style.colour),
        top_(scale_top(map)),
        columns_(std::max(style.columns, kFewestColumns)),
        pieces_(running_text(map.columns)) {
    const int line = columns_ - kIndent;
    std::vector<double> widths;
    for (TextPiece& piece : pieces_) {
      piece.text = fit(piece.text, line);
      widths.push_back(terminal_width(piece.text));
    }
    places_ = fill_lines(pieces_, widths, {.line = static_cast<double>(line), .space = 1});
  }

  std::string draw() const {
    std::string out;
    for (std::size_t row = 0; row < map_.begin.size(); ++row) out += head(row) + text(row);
    return out + shades_.legend(top_, kIndent);
  }

 private:
  double weight(std::size_t row, std::size_t piece) const {
    return map_.at(static_cast<int64_t>(row), static_cast<int64_t>(piece));
  }

  // "label ← word 0.500, word 0.250, word 0.125"
  std::string head(std::size_t row) const {
    std::vector<std::size_t> order(pieces_.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return weight(row, a) > weight(row, b); });
    std::u32string words;
    for (std::size_t i = 0; i < std::min(kMostNamed, order.size()); ++i) {
      if (weight(row, order[i]) < kLeastNamed) break;
      words += (i > 0 ? U", " : U"") + name_of(pieces_[order[i]]) + U" " +
               decode(weight_text(weight(row, order[i])));
    }
    const std::u32string label = fit(label_text(map_.rows, row), columns_ / 3);
    return encode(fit(label + U" ← " + (words.empty() ? U"nothing" : words), columns_)) + "\n";
  }

  std::string text(std::size_t row) const {
    std::string out;
    for (std::size_t first = 0, last = 0; first < pieces_.size(); first = last) {
      while (last < pieces_.size() && places_[last].line == places_[first].line) ++last;
      out += line(first, last, [&](std::size_t i) { return word(row, i); });
      if (shades_.colour()) continue;
      const std::string below = line(first, last, [&](std::size_t i) { return shade(row, i); });
      if (below != "\n") out += below;
    }
    return out;
  }

  // The pieces first … last − 1, formatted by `draw`, with spaces between them.
  std::string line(std::size_t first, std::size_t last, auto draw) const {
    std::string out = spaces(kIndent);
    int at = 0;
    for (std::size_t i = first; i < last; ++i) {
      const int x = static_cast<int>(places_[i].x);
      out += spaces(x - at) + draw(i);
      at = x + terminal_width(pieces_[i].text);
    }
    out.erase(out.find_last_not_of(' ') + 1);
    return out + "\n";
  }

  std::string word(std::size_t row, std::size_t i) const {
    const std::string text = encode(pieces_[i].text);
    const bool special = map_.columns.labels[i].special;
    const double part = weight(row, i) / top_;
    const int colour = cube_colour(ramp(part));
    // Cells without visible weight keep the colours of the terminal, whether these are light or dark.
    if (!shades_.colour() || colour == cube_colour(ramp(0))) return special ? shades_.muted(text) : text;
    const int ink = needs_white(part) ? kPaperColour : special ? kMutedColour : kInkColour;
    return "\x1b[48;5;" + std::to_string(colour) + ";38;5;" + std::to_string(ink) + "m" + text + "\x1b[0m";
  }

  std::string shade(std::size_t row, std::size_t i) const {
    return shades_.cell(weight(row, i) / top_, terminal_width(pieces_[i].text));
  }

  const AttentionMap& map_;
  Shades shades_;
  double top_;
  int columns_;
  std::vector<TextPiece> pieces_;
  std::vector<TextPlace> places_;
};

}  // namespace

std::string text_to_terminal(const AttentionMap& map, const TerminalStyle& style) {
  return TextDrawing(map, style).draw();
}

}  // namespace heed::show
