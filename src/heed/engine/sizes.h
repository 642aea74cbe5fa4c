// Sizes of a graph's values in one run: the axes of its shapes (graph/shape.h), numbered, with their extents.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "heed/graph/shape.h"

namespace heed::engine {

// The extent of each axis in one run, by its number.
struct Sizes {
  static constexpr std::size_t kMostAxes = 16;
  std::array<int64_t, kMostAxes> extents{};

  int64_t rows() const { return extents[0]; }
  void set_rows(int64_t rows) { extents[0] = rows; }
};

// The axes that the programs of one model share. The axis `rows` has number 0.
class Axes {
 public:
  Axes() { add({"rows"}); }

  // Returns the number of an axis, and adds the axis if it is new. Throws InputError if there are too many.
  std::size_t add(const GraphAxis& axis);
  // Sets the extent of an axis and of all axes derived from it. Does nothing if no program has the axis.
  void set(Sizes& sizes, const std::string& base, int64_t extent) const;
  // The sizes of a run with these extents. Axes that are not named have the extent 0.
  Sizes sizes(std::initializer_list<std::pair<const char*, int64_t>> extents) const;

 private:
  std::vector<GraphAxis> axes_;
};

// A dimension in the form that is evaluated while a program runs: a number times the extents of the axes
// whose bits are set.
struct Extent {
  int64_t factor = 1;
  uint32_t axes = 0;

  int64_t at(const Sizes& sizes) const {
    int64_t extent = factor;
    for (uint32_t left = axes; left != 0; left &= left - 1)
      extent *= sizes.extents[static_cast<std::size_t>(__builtin_ctz(left))];
    return extent;
  }
};

using Extents = std::vector<Extent>;

Extents extents_of(const Shape& shape, Axes& axes);

inline int64_t count(const Extents& extents, const Sizes& sizes, std::size_t from = 0) {
  int64_t product = 1;
  for (std::size_t i = from; i < extents.size(); ++i) product *= extents[i].at(sizes);
  return product;
}

}  // namespace heed::engine
