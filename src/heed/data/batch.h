// Batches of similar length under a token budget. Which examples form which batch is a pure function of the
// lengths, the budget, the seed and the epoch: nothing else, so that a stopped run finds its place again.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "heed/data/record.h"

namespace heed {

// Padded token numbers [rows, source_length] and [rows, target_length], row-major, with the true lengths.
struct Batch {
  int64_t rows = 0, source_length = 0, target_length = 0;
  std::vector<int64_t> source, target;
  std::vector<int64_t> source_lengths, target_lengths;
};

struct Lengths {
  int32_t source = 0, target = 0;
};

// Padded with zeros, the number of the padding token.
Batch make_batch(std::span<const Example* const> examples);

// Batches of example numbers: each costs at most `budget` tokens (rows × the longest source or target), or is
// one example that alone is longer. Neighbours in length stay together, ties and the order of batches are
// drawn.
std::vector<std::vector<int32_t>> plan_batches(std::span<const Lengths> lengths, int64_t budget,
                                               uint64_t seed, uint64_t epoch);

}  // namespace heed
