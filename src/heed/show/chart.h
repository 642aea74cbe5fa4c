// Charts of numbers: lines over an axis of numbers, points in a plane, and bars, with the intervals that the
// numbers are known to. A series has a colour (Okabe & Ito 2008, told apart by the colour-blind too), and
// past the seventh a pattern of dashes and a shape of its points besides. What is not finite is left out.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "heed/show/figure.h"

namespace heed::show {

struct Point {
  double x = 0, y = 0;
  double low = std::numeric_limits<double>::quiet_NaN(), high = std::numeric_limits<double>::quiet_NaN();
};

struct Series {
  std::string name;
  std::vector<Point> points;
};

struct LineChart {
  std::string title, x_title, y_title;
  std::vector<Series> series = {};
  bool joined = true;  // false: points in a plane
  bool bands = false;  // whether intervals are drawn, as bands behind lines or bars through points
  std::optional<double> mark = {};  // a value of x to draw a line at …
  std::string mark_text = {};       // … and what it says
};

struct Bar {
  std::string name;
  double value = 0;
  double low = std::numeric_limits<double>::quiet_NaN(), high = std::numeric_limits<double>::quiet_NaN();
  std::vector<double> dots = {};  // single runs behind a mean
};

// Bars lie, one below the other, each behind its name.
struct BarChart {
  std::string title, value_title;
  std::vector<Bar> bars;
};

Figure lay_out(const LineChart& chart);
Figure lay_out(const BarChart& chart);

// Round numbers (1, 2 or 5 times a power of ten apart) from the last at or below `low` to the first at or
// above `high`, at most `most` + 2 of them.
std::vector<double> ticks(double low, double high, int most);

}  // namespace heed::show
