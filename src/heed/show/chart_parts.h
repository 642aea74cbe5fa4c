// The parts of charts: scales and their axes, and the colours, dashes and shapes of series.
#pragma once

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "heed/show/chart.h"

namespace heed::show {

// Sizes in pixels of the frame, the letters and the titles.
inline constexpr double kWidth = 460, kHeight = 290, kLetters = 11, kTitle = 13;

Colour colour_of(std::size_t series);
std::vector<double> dashes_of(std::size_t series);
// A circle, square, diamond or triangle around (0, 0).
std::vector<Spot> shape_of(std::size_t series);

bool has_interval(const auto& point) {
  return std::isfinite(point.low) && std::isfinite(point.high);
}

// Maps values to places along one side of the frame.
struct Scale {
  std::vector<double> ticks;
  double from = 0, to = 0;  // places of the first and last tick
  double at(double value) const {
    return from + (value - ticks.front()) / (ticks.back() - ticks.front()) * (to - from);
  }
};

struct Range {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  void add(double value);
  std::vector<double> ticks(int most) const;  // 0 to 1 if there are no values
};

// The width of the widest label beside the axis.
double label_room(const Scale& scale);

void add_title(Figure& figure, const std::string& title, double x);
void add_x_axis(Figure& figure, const Scale& x, const Scale& y, const std::string& title);
void add_y_axis(Figure& figure, const Scale& x, const Scale& y, const std::string& title);

// "12.3 [11.9, 12.8]".
std::string value_text(const Point& point);

}  // namespace heed::show
