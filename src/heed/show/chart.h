// Charts: lines over an axis of numbers, points in a plane, and bars, with the intervals of the numbers. Each
// series has a colour that the colour-blind can distinguish (Okabe & Ito 2008); from the eighth on, dashes
// and shapes of points differ too. Values that are not finite are left out.
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
  bool joined = true;  // false: separate points
  bool bands = false;  // whether intervals are drawn, as bands behind lines or bars through points
  std::optional<double> mark = {};  // a value of x at which a line is drawn
  std::string mark_text = {};       // the text of this line
};

struct Bar {
  std::string name;
  double value = 0;
  double low = std::numeric_limits<double>::quiet_NaN(), high = std::numeric_limits<double>::quiet_NaN();
  std::vector<double> dots = {};  // the single runs of a mean
};

// A chart of horizontal bars, each after its name.
struct BarChart {
  std::string title, value_title;
  std::vector<Bar> bars;
};

Figure lay_out(const LineChart& chart);
Figure lay_out(const BarChart& chart);

// Round numbers (1, 2 or 5 times a power of ten apart) from the last one that is at most `low` to the first
// one that is at least `high`; at most `most` + 2 of them.
std::vector<double> ticks(double low, double high, int most);

}  // namespace heed::show
