#include "heed/show/chart_parts.h"

#include <algorithm>
#include <array>
#include <numbers>

#include "heed/show/characters.h"
#include "heed/show/font.h"
#include "heed/show/labels.h"

namespace heed::show {

namespace {

constexpr Colour kGrid{230, 233, 238};

constexpr std::array<Colour, 7> kColours = {{{0, 114, 178},
                                             {213, 94, 0},
                                             {0, 158, 115},
                                             {204, 121, 167},
                                             {86, 180, 233},
                                             {230, 159, 0},
                                             {70, 70, 70}}};

std::u32string tick_text(double value) {
  if (std::abs(value) >= 1e4) {
    const bool millions = std::abs(value) >= 1e6;
    return decode(short_number(value / (millions ? 1e6 : 1e3)) + (millions ? "M" : "k"));
  }
  return decode(short_number(std::abs(value) < 1e-12 ? 0 : value));
}

}  // namespace

std::vector<double> ticks(double low, double high, int most) {
  if (!(high > low)) {  // a single value stands in the middle
    const double around = low == 0 ? 1 : std::abs(low) * 0.1;
    return ticks(low - around, low + around, most);
  }
  double step = std::pow(10, std::floor(std::log10((high - low) / most)));
  for (const double times : {2.0, 2.5, 2.0})  // 1, 2, 5, 10
    if ((high - low) / step > most) step *= times;
  std::vector<double> found;
  for (double i = std::floor(low / step + 1e-9);; ++i) {
    found.push_back(i * step);
    if (i * step >= high - 1e-9 * step) return found;
  }
}

Colour colour_of(std::size_t series) {
  return kColours[series % kColours.size()];
}

std::vector<double> dashes_of(std::size_t series) {
  static const std::array<std::vector<double>, 4> kDashes = {{{}, {7, 3}, {2, 2.5}, {8, 3, 2, 3}}};
  return kDashes[series / kColours.size() % kDashes.size()];
}

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

void Range::add(double value) {
  if (!std::isfinite(value)) return;
  low = std::min(low, value);
  high = std::max(high, value);
}

std::vector<double> Range::ticks(int most) const {
  return low > high ? show::ticks(0, 1, most) : show::ticks(low, high, most);
}

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

std::string value_text(const Point& point) {
  std::string text = short_number(std::round(point.y * 100) / 100);
  if (has_interval(point))
    text += " [" + short_number(std::round(point.low * 100) / 100) + ", " +
            short_number(std::round(point.high * 100) / 100) + "]";
  return text;
}

}  // namespace heed::show
