// Groups examples of similar length into batches, for running a model.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "heed/data/column.h"
#include "heed/data/schema.h"

namespace heed {

// The length of an example for the model that reads it: that of its longest input column, in elements.
int64_t input_length(const Example& example, const Schema& schema);

struct BatchLimits {
  int64_t rows = 64;        // largest number of examples in a batch
  int64_t elements = 8192;  // largest number of elements in a batch, including padding
};

// Forms batches of the numbers of examples. The longest examples come first, so that little work is left when
// other threads have finished. Examples of different groups are never in one batch.
std::vector<std::vector<std::size_t>> batches_of(std::span<const int64_t> lengths,
                                                 std::span<const int64_t> groups, const BatchLimits& limits);

}  // namespace heed
