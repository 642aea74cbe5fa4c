#include "heed/show/chart.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "heed/show/axis_look.h"
#include "heed/show/characters.h"
#include "heed/show/font.h"
#include "heed/show/labels.h"

namespace heed::show {

namespace {

constexpr double kWidth = 460, kHeight = 290, kBar = 20, kLetters = 11, kTitle = 13;
constexpr Colour kGrid{230, 233, 238};

constexpr std::array<Colour, 7> kColours = {{{0, 114, 178},
                                             {213, 94, 0},
                                             {0, 158, 115},
                                             {204, 121, 167},
                                             {86, 180, 233},
                                             {230, 159, 0},
                                             {70, 70, 70}}};

Colour colour_of(std::size_t series) {
  return kColours[series % kColours.size()];
}

std::vector<double> dashes_of(std::size_t series) {
  static const std::array<std::vector<double>, 4> kDashes = {{{}, {7, 3}, {2, 2.5}, {8, 3, 2, 3}}};
  return kDashes[series / kColours.size() % kDashes.size()];
}

// A circle, square, diamond or triangle around (0, 0).
std::vector<Spot> shape_of(std::size_t series) {
  static constexpr std::array<int, 4> kCorners = {16, 4, 4, 3};
  const std::size_t kind = series / kColours.size() % kCorners.size();
  const double radius = kind == 0 ? 3.2 : 4.4, turn = kind == 1 ? 45 : -90;
  std::vector<Spot> spots;
  for (int i = 0; i < kCorners[kind]; ++i) {
    const double angle = (turn + 360.0 * i / kCorners[kind]) * std::numbers::pi / 180;
    spots.push_back({radius * std::cos(angle), radius * std::sin(angle)});
  }
  return spots;
}

bool has_interval(const auto& point) {
  return std::isfinite(point.low) && std::isfinite(point.high);
}

// From values to places along one axis of the frame.
struct Scale {
  std::vector<double> ticks;
  double from = 0, to = 0;  // places of the first and last tick
  double at(double value) const {
    return from + (value - ticks.front()) / (ticks.back() - ticks.front()) * (to - from);
  }
};

struct Range {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  void add(double value) {
    if (!std::isfinite(value)) return;
    low = std::min(low, value);
    high = std::max(high, value);
  }
  std::vector<double> ticks(int most) const {
    return low > high ? show::ticks(0, 1, most) : show::ticks(low, high, most);
  }
};

std::u32string tick_text(double value) {
  if (std::abs(value) >= 1e4) {
    const bool millions = std::abs(value) >= 1e6;
    return decode(short_number(value / (millions ? 1e6 : 1e3)) + (millions ? "M" : "k"));
  }
  return decode(short_number(std::abs(value) < 1e-12 ? 0 : value));
}

// The widest label beside the axis.
double label_room(const Scale& scale) {
  double widest = 0;
  for (const double tick : scale.ticks) widest = std::max(widest, text_width(tick_text(tick), kLetters));
  return widest;
}

void add_title(Figure& figure, const std::string& title, double x) {
  Text text{.x = x, .y = kTitle, .size = kTitle, .text = decode(title)};
  figure.grow(x + text_width(text.text, kTitle), kTitle + 4);
  figure.add(std::move(text));
}

void add_x_axis(Figure& figure, const Scale& x, const Scale& y, const std::string& title) {
  for (const double tick : x.ticks) {
    figure.add(Box{.x = x.at(tick) - 0.5, .y = y.to, .width = 1, .height = y.from - y.to, .fill = kGrid});
    figure.add(Text{.x = x.at(tick),
                    .y = y.from + 16,
                    .size = kLetters,
                    .text = tick_text(tick),
                    .anchor = Anchor::middle,
                    .colour = kMuted});
  }
  figure.add(Text{.x = (x.from + x.to) / 2,
                  .y = y.from + 34,
                  .size = kLetters + 1,
                  .text = decode(title),
                  .anchor = Anchor::middle});
  figure.grow(x.to + 16, y.from + 40);
}

void add_y_axis(Figure& figure, const Scale& x, const Scale& y, const std::string& title) {
  for (const double tick : y.ticks) {
    figure.add(Box{.x = x.from, .y = y.at(tick) - 0.5, .width = x.to - x.from, .height = 1, .fill = kGrid});
    figure.add(Text{.x = x.from - 6,
                    .y = y.at(tick) + kLetters * kMiddle,
                    .size = kLetters,
                    .text = tick_text(tick),
                    .anchor = Anchor::end,
                    .colour = kMuted});
  }
  figure.add(Text{.x = kLetters + 1,
                  .y = (y.from + y.to) / 2,
                  .size = kLetters + 1,
                  .text = decode(title),
                  .anchor = Anchor::middle,
                  .angle = 90});
}

std::string value_of(const Point& point) {
  std::string text = short_number(std::round(point.y * 100) / 100);
  if (has_interval(point))
    text += " [" + short_number(std::round(point.low * 100) / 100) + ", " +
            short_number(std::round(point.high * 100) / 100) + "]";
  return text;
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

std::vector<Point> finite_points(const Series& series) {
  std::vector<Point> points;
  for (const Point& point : series.points)
    if (std::isfinite(point.x) && std::isfinite(point.y)) points.push_back(point);
  return points;
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
                    .title = chart.series[index].name + ": " + value_of(point) + " at " +
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

void add_legend(Figure& figure, const LineChart& chart, double left, double top) {
  for (std::size_t i = 0; i < chart.series.size(); ++i) {
    const double y = top + 10 + 17 * static_cast<double>(i);
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
  }
}

}  // namespace

std::vector<double> ticks(double low, double high, int most) {
  if (!(high > low)) {  // a single value stands in the middle
    const double around = low == 0 ? 1 : std::abs(low) * 0.1;
    return ticks(low - around, low + around, most);
  }
  double step = std::pow(10, std::floor(std::log10((high - low) / most)));
  for (const double times : {2.0, 2.5, 2.0, 2.0})  // 1, 2, 5, 10, 20
    if ((high - low) / step > most) step *= times;
  std::vector<double> found;
  for (double i = std::floor(low / step + 1e-9);; ++i) {
    found.push_back(i * step);
    if (i * step >= high - 1e-9 * step) return found;
  }
}

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

Figure lay_out(const BarChart& chart) {
  Range range;
  range.add(0);
  double room = 0;
  for (const Bar& bar : chart.bars) {
    for (const double value : {bar.value, bar.low, bar.high}) range.add(value);
    for (const double dot : bar.dots) range.add(dot);
    room = std::max(room, text_width(shorten(visible(bar.name), kLetters, 240), kLetters));
  }
  Scale x{range.ticks(8)}, y{};
  const double top = kTitle + 14;
  x.from = std::ceil(room + 10);
  x.to = x.from + kWidth;
  y.from = top + 8 + kBar * static_cast<double>(std::max<std::size_t>(chart.bars.size(), 1));
  y.to = top;
  Figure figure;
  add_title(figure, chart.title, x.from);
  add_x_axis(figure, x, y, chart.value_title);
  for (std::size_t i = 0; i < chart.bars.size(); ++i) {
    const Bar& bar = chart.bars[i];
    const double middle = top + 4 + kBar * (static_cast<double>(i) + 0.5);
    figure.add(Text{.x = x.from - 6,
                    .y = middle + kLetters * kMiddle,
                    .size = kLetters,
                    .text = shorten(visible(bar.name), kLetters, 240),
                    .anchor = Anchor::end,
                    .title = bar.name});
    if (!std::isfinite(bar.value)) continue;
    const double zero = x.at(0), end = x.at(bar.value);
    figure.add(Box{.x = std::min(zero, end),
                   .y = middle - 6,
                   .width = std::abs(end - zero),
                   .height = 12,
                   .fill = colour_of(i),
                   .title = bar.name + ": " + value_of({0, bar.value, bar.low, bar.high})});
    if (has_interval(bar))
      figure.add(Line{.y = middle,
                      .spots = {{x.at(bar.low), -4},
                                {x.at(bar.low), 4},
                                {x.at(bar.low), 0},
                                {x.at(bar.high), 0},
                                {x.at(bar.high), -4},
                                {x.at(bar.high), 4}},
                      .colour = kInk,
                      .width = 1.2});
    for (const double dot : bar.dots)
      if (std::isfinite(dot))
        figure.add(Area{
            .x = x.at(dot), .y = middle, .spots = {{-2.5, 0}, {0, -2.5}, {2.5, 0}, {0, 2.5}}, .fill = kInk});
  }
  figure.grow(x.to + 24, 0);
  return figure;
}

}  // namespace heed::show
