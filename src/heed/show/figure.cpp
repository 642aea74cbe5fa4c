#include "heed/show/figure.h"

#include <algorithm>

#include "heed/show/characters.h"
#include "heed/show/font.h"
#include "heed/show/labels.h"

namespace heed::show {

namespace {

constexpr double kBetween = 28;

Figure lay_out_weights(const AttentionMap& map) {
  if (map.is_over_text()) return lay_out_text(map, scale_top(map));
  if (map.columns.kind == Axis::Kind::grid) return lay_out_grid(map);
  return lay_out_matrix(map, scale_top(map));
}

Figure lay_out_map(const AttentionMap& map, const std::vector<AttentionMap>& all) {
  Figure figure;
  double y = 0;
  if (const std::string title = map_title(map, all); !title.empty()) {
    Text text{.x = 0, .y = 12, .size = 12, .text = decode(title)};
    figure.grow(text_width(text.text, text.size), 20);
    figure.add(std::move(text));
    y = 22;
  }
  if (map.rows.labels.empty() || map.columns.labels.empty()) {
    figure.add(Text{.x = 0, .y = y + 12, .size = 12, .text = U"(an empty map)", .colour = kMuted});
    figure.grow(120, y + 18);
    return figure;
  }
  figure.append(lay_out_weights(map), 0, y);
  return figure;
}

}  // namespace

void Figure::add(Box box) {
  grow(box.x + box.width, box.y + box.height);
  marks.emplace_back(std::move(box));
}

void Figure::add(Text text) {
  marks.emplace_back(std::move(text));
}

void Figure::add(Line line) {
  marks.emplace_back(std::move(line));
}

void Figure::add(Area area) {
  marks.emplace_back(std::move(area));
}

void Figure::grow(double right, double bottom) {
  width = std::max(width, right);
  height = std::max(height, bottom);
}

void Figure::append(Figure other, double x, double y) {
  grow(x + other.width, y + other.height);
  for (auto& mark : other.marks) {
    std::visit([x, y](auto& m) { m.x += x, m.y += y; }, mark);
    marks.push_back(std::move(mark));
  }
}

Figure lay_out_legend(double top, double height) {
  constexpr double kBar = 10, kTick = 4;
  constexpr int kSteps = 48;
  Figure figure;
  for (int i = 0; i < kSteps; ++i) {  // each reaches down to the end, so that no seam shows
    const double step = height / kSteps;
    figure.add(
        Box{.y = i * step, .width = kBar, .height = height - i * step, .fill = ramp(1 - (i + 0.5) / kSteps)});
  }
  for (const double part : {0.0, 0.5, 1.0}) {
    const double y = (1 - part) * height;
    figure.add(Box{
        .x = kBar, .y = std::clamp(y - 0.5, 0.0, height - 1), .width = kTick, .height = 1, .fill = kFrame});
    Text tick{
        .x = kBar + kTick + 3, .y = y + 10 * kMiddle, .size = 10, .text = decode(short_number(part * top))};
    tick.colour = kMuted;
    figure.grow(tick.x + text_width(tick.text, tick.size), y + 4);
    figure.add(std::move(tick));
  }
  return figure;
}

void Page::add(const Shown& shown) {
  for (const AttentionMap& map : shown.maps) {
    require_valid(map);
    figure_.append(lay_out_map(map, shown.maps), kMargin,
                   figure_.height + (figure_.marks.empty() ? 0 : kBetween));
  }
}

Figure Page::finish() && {
  if (figure_.marks.empty()) {
    figure_.add(
        Text{.x = kMargin, .y = figure_.height + 12, .text = U"(no attention maps)", .colour = kMuted});
    figure_.grow(160, figure_.height + 16);
  }
  figure_.grow(figure_.width + kMargin, figure_.height + kMargin);
  return std::move(figure_);
}

Figure lay_out(std::span<const Shown> shown) {
  Page page;
  for (const Shown& one : shown) page.add(one);
  return std::move(page).finish();
}

}  // namespace heed::show
