// Draws a map of labels over a text: for each label, the words of the text in the colours of their weights.
#include <algorithm>
#include <cmath>

#include "heed/show/axis_look.h"
#include "heed/show/characters.h"
#include "heed/show/figure.h"
#include "heed/show/font.h"
#include "heed/show/labels.h"
#include "heed/show/running_text.h"

namespace heed::show {

namespace {

constexpr double kSize = 14, kBox = 22, kLine = 27, kPad = 3, kSpace = 3;  // of words, in pixels
constexpr double kWidth = 640, kLongestName = 170, kGap = 12, kBetween = 14;

// The words with their places, which are the same below every label.
struct Flow {
  std::vector<TextPiece> pieces;
  std::vector<double> before, widths;  // the pad left of a piece; its width with the pads of both sides
  std::vector<TextPlace> places;
  double width = 0, height = 0;
};

// Pads lines that begin with a piece without padding, so that the letters of all lines begin at the same
// place.
void align_lines(Flow& flow) {
  double shift = 0;
  for (std::size_t i = 0; i < flow.places.size(); ++i) {
    const bool begins = flow.places[i].x == 0;
    if (begins) shift = kPad - flow.before[i];
    if (begins)
      flow.widths[i] += shift, flow.before[i] = kPad;
    else
      flow.places[i].x += shift;
  }
}

// Boxes of adjacent pieces touch. They extend beyond the letters only where there is a space.
Flow flow_of(const Axis& axis) {
  Flow flow{.pieces = running_text(axis), .before = {}, .widths = {}, .places = {}};
  for (std::size_t i = 0; i < flow.pieces.size(); ++i) {
    TextPiece& piece = flow.pieces[i];
    piece.text = shorten(piece.text, kSize, kWidth - 2 * kPad);
    const bool ends = i + 1 == flow.pieces.size() || flow.pieces[i + 1].space;
    flow.before.push_back(i == 0 || piece.space ? kPad : 0);
    flow.widths.push_back(flow.before[i] + text_width(piece.text, kSize) + (ends ? kPad : 0));
  }
  flow.places = fill_lines(flow.pieces, flow.widths, {.line = kWidth, .space = kSpace});
  align_lines(flow);
  for (std::size_t i = 0; i < flow.pieces.size(); ++i)
    flow.width = std::max(flow.width, flow.places[i].x + flow.widths[i]);
  flow.height = (static_cast<double>(flow.places.back().line) + 1) * kLine - (kLine - kBox);
  return flow;
}

Colour ink_of(const Label& label, bool on_dark) {
  if (on_dark) return label.special ? kFrame : kWhite;
  return label.special ? kMuted : kInk;
}

void add_words(Figure& figure, const AttentionMap& map, std::size_t row, const Flow& flow, double top) {
  for (std::size_t i = 0; i < flow.pieces.size(); ++i) {
    const bool covered = map.covers(static_cast<int64_t>(row), static_cast<int64_t>(i));
    const double part = map.at(static_cast<int64_t>(row), static_cast<int64_t>(i)) / top;
    const double x = flow.places[i].x, y = static_cast<double>(flow.places[i].line) * kLine;
    const std::string title = covered ? cell_text(map, row, i) : "";
    if (covered)
      figure.add(
          Box{.x = x, .y = y, .width = flow.widths[i], .height = kBox, .fill = ramp(part), .title = title});
    figure.add(Text{.x = x + flow.before[i],
                    .y = y + kBox / 2 + kSize * kMiddle,
                    .size = kSize,
                    .text = flow.pieces[i].text,
                    .colour = ink_of(map.columns.labels[i], covered && needs_white(part)),
                    .title = title});
  }
  figure.grow(flow.width, flow.height);
}

}  // namespace

Figure lay_out_text(const AttentionMap& map, double top) {
  const Flow flow = flow_of(map.columns);
  std::vector<std::u32string> names;
  double widest = 0;
  for (std::size_t row = 0; row < map.begin.size(); ++row) {
    names.push_back(shorten(label_text(map.rows, row), kSize, kLongestName));
    widest = std::max(widest, text_width(names.back(), kSize));
  }
  const double left = std::ceil(widest + kGap);
  Figure figure;
  for (std::size_t row = 0; row < names.size(); ++row) {
    const double y = static_cast<double>(row) * (flow.height + kBetween);
    figure.add(Text{.x = left - kGap,
                    .y = y + kBox / 2 + kSize * kMiddle,
                    .size = kSize,
                    .text = names[row],
                    .anchor = Anchor::end,
                    .colour = ink_of(map.rows.labels[row], false),
                    .title = encode(label_text(map.rows, row))});
    Figure words;
    add_words(words, map, row, flow, top);
    figure.append(std::move(words), left, y);
  }
  figure.append(lay_out_legend(top, std::clamp(figure.height, 60.0, 140.0)), figure.width + 16, 0);
  return figure;
}

}  // namespace heed::show
