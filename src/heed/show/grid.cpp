// Draws a map over the places of an image as Xu et al. (2015) do: one small picture for each output, with the
// output above it.
#include <algorithm>
#include <cmath>

#include "heed/show/axis_look.h"
#include "heed/show/characters.h"
#include "heed/show/figure.h"
#include "heed/show/font.h"
#include "heed/show/labels.h"

namespace heed::show {

namespace {

constexpr double kPicture = 112, kName = 12, kApart = 14;
constexpr std::size_t kPicturesAcross = 7;

Figure lay_out_picture(const AttentionMap& map, std::size_t row, double top) {
  const auto across = static_cast<std::size_t>(map.columns.grid_columns);
  const std::size_t places = map.columns.labels.size(), down = (places + across - 1) / across;
  const double side = std::max(1.0, std::floor(kPicture / static_cast<double>(std::max(across, down))));
  const double width = static_cast<double>(across) * side, y0 = kName + 8;
  Figure figure;
  const std::u32string name = shorten(label_text(map.rows, row), kName, std::max(width, kPicture));
  figure.add(Text{.x = width / 2,
                  .y = kName,
                  .size = kName,
                  .text = name,
                  .anchor = Anchor::middle,
                  .colour = map.rows.labels[row].special ? kMuted : kInk,
                  .title = encode(label_text(map.rows, row))});
  figure.add(
      Box{.y = y0, .width = width + 2, .height = static_cast<double>(down) * side + 2, .fill = kFrame});
  for (std::size_t i = 0; i < places; ++i)
    figure.add(Box{.x = 1 + static_cast<double>(i % across) * side,
                   .y = y0 + 1 + static_cast<double>(i / across) * side,
                   .width = side,
                   .height = side,
                   .fill = ramp(map.at(static_cast<int64_t>(row), static_cast<int64_t>(i)) / top),
                   .title = cell_text(map, row, i)});
  figure.grow(std::max(width, kPicture), 0);
  return figure;
}

}  // namespace

Figure lay_out_grid(const AttentionMap& map) {
  const double top = scale_top(map);
  Figure figure;
  double line = 0;
  for (std::size_t row = 0; row < map.begin.size(); ++row) {
    Figure picture = lay_out_picture(map, row, top);
    const std::size_t place = row % kPicturesAcross;
    if (place == 0) line = row == 0 ? 0 : figure.height + kApart;
    figure.append(std::move(picture), static_cast<double>(place) * (kPicture + kApart), line);
  }
  figure.append(lay_out_legend(top, kPicture), figure.width + kApart, kName + 8);
  return figure;
}

}  // namespace heed::show
