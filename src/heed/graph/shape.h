// The shapes of a graph's values. A graph is recorded once and run with any number of rows and any lengths,
// so an extent that differs between runs is an axis with a name: "rows" (hypotheses or sentences), "source"
// (the tokens of the longest source), "extended" (the vocabulary and the tokens that may be copied), "steps"
// (the tokens generated so far), or any other that a model declares. A derived axis is ⌈base / divisor⌉ +
// plus.
//
// As text: "rows", "512", "source/4", "steps+1", "2*source", "rows*source".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace heed {

enum class Type { number, flag, index };  // float, bool, int32

std::string to_text(Type type);
Type type_from_text(std::string_view text);  // throws InputError for an unknown name

struct GraphAxis {
  std::string base;
  int64_t divisor = 1, plus = 0;
  // The extent of this axis if its base has the extent `length`.
  int64_t at(int64_t length) const { return (length + divisor - 1) / divisor + plus; }
  auto operator<=>(const GraphAxis&) const = default;
};

// A number times the extents of different axes, in ascending order.
struct Dim {
  int64_t factor = 1;
  std::vector<GraphAxis> axes = {};

  Dim() = default;
  Dim(int64_t number) : factor(number) {}  // implicit: most dimensions are numbers
  explicit Dim(GraphAxis axis) : axes{std::move(axis)} {}

  bool is_number() const { return axes.empty(); }
  bool is_axis() const { return factor == 1 && axes.size() == 1; }
  // Whether the dimensions have axes with the same base, so that they cannot be multiplied.
  bool shares_axis(const Dim& other) const;
  bool operator==(const Dim&) const = default;
};

using Shape = std::vector<Dim>;

namespace axes {

inline const Dim kRows{GraphAxis{"rows"}}, kSource{GraphAxis{"source"}}, kSteps{GraphAxis{"steps"}},
    kExtended{GraphAxis{"extended"}};

}  // namespace axes

Dim operator*(const Dim& a, const Dim& b);

// ⌈dim / divisor⌉ and dim + plus, for a dimension that is a number or one axis.
Dim divided(const Dim& dim, int64_t divisor);
Dim longer(const Dim& dim, int64_t plus);

std::string to_text(const Dim& dim);
std::string to_text(const Shape& shape);   // "[rows, source, 512]"
Dim dim_from_text(std::string_view text);  // throws InputError for invalid text

}  // namespace heed
