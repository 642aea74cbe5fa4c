// Draws one map as a matrix: outputs at the left, inputs at the top, the legend at the right.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "heed/show/axis_look.h"
#include "heed/show/characters.h"
#include "heed/show/figure.h"
#include "heed/show/font.h"
#include "heed/show/labels.h"

namespace heed::show {

namespace {

constexpr double kTitle = 12, kGap = 6;
// Beyond this many cells, those that would read 0.000 are left to the band behind them.
constexpr std::size_t kEveryCell = 20'000;

struct Frame {
  double x, y, width, height;
};

Colour ink_of(const Label& label) {
  return label.special ? kMuted : kInk;
}

void add_row_labels(Figure& figure, const Axis& axis, const AxisLook& look, const Frame& frame) {
  for (std::size_t i = 0; i < look.texts.size(); i += look.step) {
    const double middle = frame.y + (static_cast<double>(i) + 0.5) * look.pitch;
    figure.add(Text{.x = frame.x - kGap,
                    .y = middle + look.size * kMiddle,
                    .size = look.size,
                    .text = look.texts[i],
                    .anchor = Anchor::end,
                    .colour = ink_of(axis.labels[i]),
                    .title = encode(label_text(axis, i))});
  }
}

void add_column_labels(Figure& figure, const Axis& axis, const AxisLook& look, const Frame& frame) {
  for (std::size_t i = 0; i < look.texts.size(); i += look.step) {
    const double angle = look.angle_of(i), radians = angle * std::numbers::pi / 180;
    const double middle = frame.x + (static_cast<double>(i) + 0.5) * look.pitch;
    // A turned text starts over the middle of its column: its base line lies right of that.
    const double shift = angle == 90 ? look.size * kMiddle : angle == 45 ? look.size * 0.2 : 0;
    figure.add(Text{.x = middle + shift,
                    .y = frame.y - kGap,
                    .size = look.size,
                    .text = look.texts[i],
                    .anchor = angle == 0 ? Anchor::middle : Anchor::start,
                    .colour = ink_of(axis.labels[i]),
                    .angle = angle,
                    .title = encode(label_text(axis, i))});
    figure.grow(middle + shift + text_width(look.texts[i], look.size) * std::cos(radians), 0);
  }
}

void add_cells(Figure& figure, const AttentionMap& map, const AxisLooks& looks, const Frame& frame,
               double top) {
  const double across = looks.columns.pitch, down = looks.rows.pitch;
  const double gap_x = across >= 8 ? 1 : 0, gap_y = down >= 8 ? 1 : 0;
  const auto columns = static_cast<int64_t>(map.columns.labels.size());
  const bool every = map.weights.size() <= kEveryCell;
  for (std::size_t r = 0; r < map.begin.size(); ++r) {
    const int64_t first = std::clamp<int64_t>(map.begin[r], 0, columns);
    const int64_t last = std::clamp<int64_t>(int64_t{map.begin[r]} + map.width, 0, columns);
    const double y = frame.y + static_cast<double>(r) * down;
    figure.add(Box{.x = frame.x + static_cast<double>(first) * across,
                   .y = y,
                   .width = static_cast<double>(last - first) * across,
                   .height = down,
                   .fill = every && gap_y > 0 ? kWhite : ramp(0)});
    for (int64_t c = first; c < last; ++c) {
      const double weight = map.at(static_cast<int64_t>(r), c);
      if (!every && std::abs(weight) < 0.0005) continue;
      figure.add(Box{.x = frame.x + static_cast<double>(c) * across,
                     .y = y,
                     .width = across - gap_x,
                     .height = down - gap_y,
                     .fill = ramp(weight / top),
                     .title = cell_text(map, r, static_cast<std::size_t>(c))});
    }
  }
}

void add_axis_titles(Figure& figure, const Frame& frame, const AttentionMap& map) {
  figure.add(Text{.x = frame.x + frame.width / 2,
                  .y = kTitle * kCapital,
                  .size = kTitle,
                  .text = U"input",
                  .anchor = Anchor::middle,
                  .colour = kMuted});
  figure.add(Text{.x = kTitle * kCapital,
                  .y = frame.y + frame.height / 2,
                  .size = kTitle,
                  .text = map.is_of_input() ? U"input" : U"output",
                  .anchor = Anchor::middle,
                  .colour = kMuted,
                  .angle = 90});
}

}  // namespace

Figure lay_out_matrix(const AttentionMap& map, double top) {
  const AxisLooks looks = look_of(map);
  const Frame frame{std::ceil(kTitle + 12 + looks.rows.extent + kGap),
                    std::ceil(kTitle + 10 + looks.columns.extent + kGap),
                    static_cast<double>(map.columns.labels.size()) * looks.columns.pitch,
                    static_cast<double>(map.rows.labels.size()) * looks.rows.pitch};
  Figure figure;
  figure.add(Box{frame.x - 2, frame.y - 2, frame.width + 3, frame.height + 3, kFrame});
  figure.add(Box{frame.x - 1, frame.y - 1, frame.width + 1, frame.height + 1, kWhite});
  add_cells(figure, map, looks, frame, top);
  add_row_labels(figure, map.rows, looks.rows, frame);
  add_column_labels(figure, map.columns, looks.columns, frame);
  add_axis_titles(figure, frame, map);
  const double half_title = text_width(U"output", kTitle) / 2;
  figure.grow(0, frame.y + frame.height / 2 + half_title);
  figure.append(lay_out_legend(top, std::clamp(frame.height, 60.0, 140.0)), frame.x + frame.width + 16,
                frame.y - 1);
  return figure;
}

}  // namespace heed::show
