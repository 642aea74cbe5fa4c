#include "heed/show/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <string_view>

#include "heed/show/characters.h"
#include "heed/show/colour.h"
#include "heed/show/labels.h"

namespace heed {

namespace {

using namespace show;

constexpr int kTallest = 14, kNarrowest = 16;  // letters in a vertical label; columns of a usable terminal

std::u32string fit(std::u32string text, int width) {
  if (terminal_width(text) <= width) return text;
  while (!text.empty() && terminal_width(text) > width - 1) text.pop_back();
  return text + U'…';
}

// Combining marks stay with the letter they stand on, so that a vertical label has a letter a line.
std::vector<std::u32string> letters_of(const std::u32string& text) {
  std::vector<std::u32string> letters;
  for (const char32_t c : text)
    if (!letters.empty() && terminal_width(c) == 0)
      letters.back() += c;
    else
      letters.emplace_back(1, c);
  if (letters.size() > kTallest) {
    letters.resize(kTallest - 1);
    letters.emplace_back(U"⋮");
  }
  return letters;
}

// The nearest colour of the 6 × 6 × 6 cube that 256-colour terminals share.
int cube_colour(Colour colour) {
  const auto level = [](uint8_t value) { return value < 48 ? 0 : value < 115 ? 1 : (value - 35) / 40; };
  return 16 + 36 * level(colour.red) + 6 * level(colour.green) + level(colour.blue);
}

class Drawing {
 public:
  Drawing(const AttentionMap& map, const TerminalStyle& style)
      : map_(map), colour_(style.colour), top_(scale_top(map)) {
    const int columns = std::max(style.columns, kNarrowest);
    for (std::size_t r = 0; r < map.rows.labels.size(); ++r) {
      names_.push_back(fit(label_text(map.rows, r), columns / 3));
      names_width_ = std::max(names_width_, terminal_width(names_.back()));
    }
    bool wide = false;
    for (std::size_t c = 0; c < map.columns.labels.size(); ++c) {
      heads_.push_back(letters_of(label_text(map.columns, c)));
      head_height_ = std::max(head_height_, heads_.back().size());
      for (const auto& letter : heads_.back()) wide = wide || terminal_width(letter) > 1;
    }
    const int room = columns - names_width_ - 1;
    // Two columns a cell make squares, and are needed for Chinese; one is better than a second panel.
    cell_ = wide || static_cast<int>(heads_.size()) * 2 <= room ? 2 : 1;
    panel_ = static_cast<std::size_t>(std::max(1, room / cell_));
  }

  std::string draw() const {
    std::string out;
    for (std::size_t first = 0; first < heads_.size(); first += panel_) {
      const std::size_t last = std::min(first + panel_, heads_.size());
      if (first > 0) out += '\n';
      if (panel_ < heads_.size()) out += muted(panel_title(first, last)) + '\n';
      for (std::size_t line = 0; line < head_height_; ++line) out += head_line(line, first, last);
      for (std::size_t row = 0; row < names_.size(); ++row) out += row_line(row, first, last);
    }
    return out + legend();
  }

 private:
  std::string muted(const std::string& text) const { return colour_ ? "\x1b[2m" + text + "\x1b[0m" : text; }

  std::string panel_title(std::size_t first, std::size_t last) const {
    std::string title = "inputs ";
    return title.append(std::to_string(first + 1))
        .append("–")
        .append(std::to_string(last))
        .append(" of ")
        .append(std::to_string(heads_.size()));
  }

  static std::string spaces(int count) {
    return std::string(static_cast<std::size_t>(std::max(count, 0)), ' ');
  }

  // Labels hang down to the matrix: the last letter of each is on the last line.
  std::string head_line(std::size_t line, std::size_t first, std::size_t last) const {
    std::string out = spaces(names_width_ + 1);
    for (std::size_t c = first; c < last; ++c) {
      const auto& letters = heads_[c];
      const std::size_t skipped = head_height_ - letters.size();
      const std::u32string letter = line < skipped ? U"" : letters[line - skipped];
      const std::string text = encode(letter) + spaces(cell_ - terminal_width(letter));
      out += map_.columns.labels[c].special && !letter.empty() ? muted(text) : text;
    }
    out.erase(out.find_last_not_of(' ') + 1);
    return out + "\n";
  }

  std::string row_line(std::size_t row, std::size_t first, std::size_t last) const {
    const std::string name = encode(names_[row]);
    std::string out = spaces(names_width_ - terminal_width(names_[row])) +
                      (map_.rows.labels[row].special ? muted(name) : name) + " ";
    for (std::size_t c = first; c < last; ++c) {
      const int64_t within = static_cast<int64_t>(c) - map_.begin[row];
      const bool inside = within >= 0 && within < map_.width;
      out += inside ? cell(map_.at(static_cast<int64_t>(row), static_cast<int64_t>(c)) / top_, cell_)
                    : spaces(cell_);
    }
    return out + "\n";
  }

  std::string cell(double part, int width) const {
    if (colour_)
      return "\x1b[48;5;" + std::to_string(cube_colour(ramp(part))) + "m" + spaces(width) + "\x1b[0m";
    constexpr std::array<std::string_view, 5> shades = {" ", "░", "▒", "▓", "█"};
    const double level = std::clamp(part, 0.0, 1.0) * 4;
    const auto shade = shades[static_cast<std::size_t>(std::lround(level))];
    std::string out;
    for (int i = 0; i < width; ++i) out += shade;
    return out;
  }

  std::string legend() const {
    std::string out = spaces(names_width_ + 1) + muted("0") + " ";
    for (int i = 0; i <= 8; ++i) out += cell(i / 8.0, 1);
    return out + " " + muted(short_number(top_)) + "\n";
  }

  const AttentionMap& map_;
  bool colour_;
  double top_;
  std::vector<std::u32string> names_;               // of the rows
  std::vector<std::vector<std::u32string>> heads_;  // of the columns, letter by letter
  std::size_t head_height_ = 0, panel_ = 1;
  int names_width_ = 0, cell_ = 1;
};

const char* environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

int32_t terminal_columns() {
  if (const int columns = std::atoi(environment("COLUMNS")); columns > 0) return columns;
  winsize size{};
  return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

}  // namespace

TerminalStyle TerminalStyle::detect() {
  const std::string_view term = environment("TERM"), no_colour = environment("NO_COLOR");
  const bool able = !term.empty() && term != "dumb";
  return {isatty(STDOUT_FILENO) == 1 && able && no_colour.empty(), terminal_columns()};
}

std::string to_terminal(const AttentionMap& map, const TerminalStyle& style) {
  require_valid(map);
  const std::string title = map_title(map, {AttentionMap{}});
  const std::string head = title.empty() ? "" : title + "\n";
  if (map.rows.labels.empty() || map.columns.labels.empty()) return head + "(an empty map)\n";
  return head + Drawing(map, style).draw();
}

}  // namespace heed
