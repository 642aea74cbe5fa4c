// An output of a model that is no text: class scores, tags, vectors. It belongs to one example and has none
// of the padding of its batch.
#pragma once

#include <cstdint>
#include <vector>

namespace heed {

struct Array {
  std::vector<int64_t> shape;
  std::vector<float> numbers;    // row-major; or
  std::vector<int32_t> indices;  // whole numbers, and flags as 0 and 1
};

}  // namespace heed
