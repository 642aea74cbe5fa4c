// How large the values of a graph are. A graph is recorded once and run with any number of rows and any
// length of the source, so a dimension is a number times those of the two that it grows with.
#pragma once

#include <cstdint>
#include <vector>

namespace heed::engine {

// Of one run.
struct Sizes {
  int64_t rows = 0;      // hypotheses; sentences, while they are encoded
  int64_t length = 0;    // tokens of the longest source, padding included
  int64_t extended = 0;  // of a vocabulary with the words that may be copied
};

struct Dim {
  int64_t factor = 1;
  bool rows = false, length = false, extended = false;

  int64_t at(const Sizes& sizes) const {
    return factor * (rows ? sizes.rows : 1) * (length ? sizes.length : 1) * (extended ? sizes.extended : 1);
  }
  bool is_number() const { return !rows && !length && !extended; }
  bool operator==(const Dim&) const = default;
};

inline constexpr Dim kRows{1, true, false, false}, kLength{1, false, true, false},
    kExtended{1, false, false, true};

// Of two that do not both grow with the same.
inline Dim operator*(const Dim& a, const Dim& b) {
  return {a.factor * b.factor, a.rows || b.rows, a.length || b.length, a.extended || b.extended};
}

using Shape = std::vector<Dim>;

inline int64_t count(const Shape& shape, const Sizes& sizes, std::size_t from = 0) {
  int64_t product = 1;
  for (std::size_t i = from; i < shape.size(); ++i) product *= shape[i].at(sizes);
  return product;
}

}  // namespace heed::engine
