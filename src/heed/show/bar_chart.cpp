#include <algorithm>

#include "heed/show/axis_look.h"
#include "heed/show/characters.h"
#include "heed/show/chart_parts.h"
#include "heed/show/font.h"

namespace heed::show {

namespace {

constexpr double kBar = 20, kLongestName = 240;

std::u32string shown_name(const Bar& bar) {
  return shorten(visible(bar.name), kLetters, kLongestName);
}

// From the low end to the high one, with a stroke across each.
Line whisker(const Bar& bar, const Scale& x, double middle) {
  const double low = x.at(bar.low), high = x.at(bar.high);
  return {.y = middle,
          .spots = {{low, -4}, {low, 4}, {low, 0}, {high, 0}, {high, -4}, {high, 4}},
          .colour = kInk,
          .width = 1.2};
}

void add_bar(Figure& figure, const Bar& bar, std::size_t index, const Scale& x, double middle) {
  figure.add(Text{.x = x.from - 6,
                  .y = middle + kLetters * kMiddle,
                  .size = kLetters,
                  .text = shown_name(bar),
                  .anchor = Anchor::end,
                  .title = bar.name});
  if (!std::isfinite(bar.value)) return;
  const double zero = x.at(0), end = x.at(bar.value);
  figure.add(Box{.x = std::min(zero, end),
                 .y = middle - 6,
                 .width = std::abs(end - zero),
                 .height = 12,
                 .fill = colour_of(index),
                 .title = bar.name + ": " + value_text({0, bar.value, bar.low, bar.high})});
  if (has_interval(bar)) figure.add(whisker(bar, x, middle));
  for (const double dot : bar.dots)
    if (std::isfinite(dot))
      figure.add(Area{
          .x = x.at(dot), .y = middle, .spots = {{-2.5, 0}, {0, -2.5}, {2.5, 0}, {0, 2.5}}, .fill = kInk});
}

}  // namespace

Figure lay_out(const BarChart& chart) {
  Range range;
  range.add(0);
  double room = 0;
  for (const Bar& bar : chart.bars) {
    for (const double value : {bar.value, bar.low, bar.high}) range.add(value);
    for (const double dot : bar.dots) range.add(dot);
    room = std::max(room, text_width(shown_name(bar), kLetters));
  }
  const double top = kTitle + 14, left = std::ceil(room + 10);
  const double height = 8 + kBar * static_cast<double>(std::max<std::size_t>(chart.bars.size(), 1));
  const Scale x{range.ticks(8), left, left + kWidth}, y{{}, top + height, top};
  Figure figure;
  add_title(figure, chart.title, left);
  add_x_axis(figure, x, y, chart.value_title);
  for (std::size_t i = 0; i < chart.bars.size(); ++i)
    add_bar(figure, chart.bars[i], i, x, top + 4 + kBar * (static_cast<double>(i) + 0.5));
  return figure;
}

}  // namespace heed::show
