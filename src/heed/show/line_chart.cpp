#include <algorithm>

#include "heed/show/axis_look.h"
#include "heed/show/characters.h"
#include "heed/show/chart_parts.h"
#include "heed/show/font.h"
#include "heed/show/labels.h"

namespace heed::show {

namespace {

std::vector<Point> finite_points(const Series& series) {
  std::vector<Point> points;
  for (const Point& point : series.points)
    if (std::isfinite(point.x) && std::isfinite(point.y)) points.push_back(point);
  return points;
}

void add_band(Figure& figure, const std::vector<Point>& points, const Scale& x, const Scale& y,
              Colour colour) {
  Area band{.spots = {}, .fill = colour, .opacity = 0.13};
  for (const Point& point : points)
    if (has_interval(point)) band.spots.push_back({x.at(point.x), y.at(point.high)});
  for (auto point = points.rbegin(); point != points.rend(); ++point)
    if (has_interval(*point)) band.spots.push_back({x.at(point->x), y.at(point->low)});
  if (band.spots.size() >= 6) figure.add(std::move(band));
}

void add_series(Figure& figure, const LineChart& chart, std::size_t index, const Scale& x, const Scale& y) {
  const std::vector<Point> points = finite_points(chart.series[index]);
  Line line{.spots = {}, .colour = colour_of(index), .width = 1.8, .dashes = dashes_of(index)};
  for (const Point& point : points) line.spots.push_back({x.at(point.x), y.at(point.y)});
  if (chart.joined && points.size() > 1) figure.add(line);
  for (const Point& point : points) {
    const double px = x.at(point.x), py = y.at(point.y);
    if (!chart.joined && chart.bands && has_interval(point))
      figure.add(Line{.x = px,
                      .spots = {{0, y.at(point.low)}, {0, y.at(point.high)}},
                      .colour = colour_of(index),
                      .width = 1.2});
    figure.add(Area{.x = px,
                    .y = py,
                    .spots = shape_of(index),
                    .fill = colour_of(index),
                    .title = chart.series[index].name + ": " + value_text(point) + " at " +
                             short_number(std::round(point.x * 100) / 100)});
  }
}

void add_mark(Figure& figure, const LineChart& chart, const Scale& x, const Scale& y) {
  if (!chart.mark) return;
  const double at = x.at(*chart.mark);
  figure.add(
      Line{.x = at, .spots = {{0, y.from}, {0, y.to}}, .colour = kMuted, .width = 1.2, .dashes = {4, 3}});
  const bool left = at > (x.from + x.to) / 2;
  figure.add(Text{.x = at + (left ? -5 : 5),
                  .y = y.to + 12,
                  .size = kLetters,
                  .text = decode(chart.mark_text),
                  .anchor = left ? Anchor::end : Anchor::start,
                  .colour = kMuted});
}

// Series without a point keep their colour, and are not listed.
void add_legend(Figure& figure, const LineChart& chart, double left, double top) {
  double y = top + 10;
  for (std::size_t i = 0; i < chart.series.size(); ++i) {
    if (finite_points(chart.series[i]).empty()) continue;
    if (chart.joined)
      figure.add(Line{.x = left,
                      .y = y,
                      .spots = {{0, 0}, {26, 0}},
                      .colour = colour_of(i),
                      .width = 1.8,
                      .dashes = dashes_of(i)});
    figure.add(Area{.x = left + 13, .y = y, .spots = shape_of(i), .fill = colour_of(i)});
    Text text{.x = left + 33,
              .y = y + kLetters * kMiddle,
              .size = kLetters,
              .text = shorten(visible(chart.series[i].name), kLetters, 220),
              .title = chart.series[i].name};
    figure.grow(text.x + text_width(text.text, kLetters) + 4, y + 10);
    figure.add(std::move(text));
    y += 17;
  }
}

}  // namespace

Figure lay_out(const LineChart& chart) {
  Range across, up;
  for (const Series& series : chart.series)
    for (const Point& point : finite_points(series)) {
      across.add(point.x);
      up.add(point.y);
      if (!chart.bands || !has_interval(point)) continue;
      up.add(point.low);
      up.add(point.high);
    }
  if (chart.mark) across.add(*chart.mark);
  Scale x{across.ticks(7)}, y{up.ticks(6)};
  const double top = kTitle + 14;
  x.from = std::ceil(kLetters + 16 + label_room(y));
  x.to = x.from + kWidth;
  y.from = top + kHeight;
  y.to = top;
  Figure figure;
  add_title(figure, chart.title, x.from);
  add_x_axis(figure, x, y, chart.x_title);
  add_y_axis(figure, x, y, chart.y_title);
  if (chart.joined && chart.bands)
    for (std::size_t i = 0; i < chart.series.size(); ++i)
      add_band(figure, finite_points(chart.series[i]), x, y, colour_of(i));
  add_mark(figure, chart, x, y);
  for (std::size_t i = 0; i < chart.series.size(); ++i) add_series(figure, chart, i, x, y);
  add_legend(figure, chart, x.to + 18, top);
  return figure;
}

}  // namespace heed::show
