// An output of a model that is not text: class scores, tags or vectors. It belongs to one example and
// contains no padding.
#pragma once

#include <cstdint>
#include <vector>

namespace heed {

struct Array {
  std::vector<int64_t> shape;
  std::vector<float> numbers;    // the values, row-major, if they are real numbers
  std::vector<int32_t> indices;  // the values, row-major, if they are whole numbers or flags (0 and 1)
};

}  // namespace heed
