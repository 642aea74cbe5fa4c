#include "heed/data/batch.h"

#include <algorithm>
#include <numeric>

#include "heed/base/random.h"

namespace heed {
namespace {

void pad(std::span<const Example* const> examples, Sequence Example::*side, std::vector<int64_t>& ids,
         std::vector<int64_t>& lengths, int64_t& longest) {
  for (const Example* example : examples) {
    lengths.push_back(static_cast<int64_t>((example->*side).ids.size()));
    longest = std::max(longest, lengths.back());
  }
  ids.assign(examples.size() * static_cast<std::size_t>(longest), 0);
  for (std::size_t row = 0; row < examples.size(); ++row) {
    const auto& from = (examples[row]->*side).ids;
    std::copy(from.begin(), from.end(), ids.begin() + static_cast<std::ptrdiff_t>(row) * longest);
  }
}

}  // namespace

Batch make_batch(std::span<const Example* const> examples) {
  Batch batch;
  batch.rows = static_cast<int64_t>(examples.size());
  pad(examples, &Example::source, batch.source, batch.source_lengths, batch.source_length);
  pad(examples, &Example::target, batch.target, batch.target_lengths, batch.target_length);
  return batch;
}

std::vector<std::vector<int32_t>> plan_batches(std::span<const Lengths> lengths, int64_t budget,
                                               uint64_t seed, uint64_t epoch) {
  Random random = Noise{seed, epoch, 0, true}.at("batches");
  std::vector<int32_t> order(lengths.size());
  std::iota(order.begin(), order.end(), 0);
  random.shuffle(order);
  // Stable: the draw above decides among equals.
  std::stable_sort(order.begin(), order.end(), [&](int32_t a, int32_t b) {
    const Lengths &x = lengths[static_cast<std::size_t>(a)], &y = lengths[static_cast<std::size_t>(b)];
    return x.source != y.source ? x.source < y.source : x.target < y.target;
  });
  std::vector<std::vector<int32_t>> batches;
  int64_t longest = 0;
  for (int32_t index : order) {
    const Lengths& length = lengths[static_cast<std::size_t>(index)];
    int64_t with_this = std::max<int64_t>({longest, length.source, length.target});
    bool full = batches.empty() || with_this * static_cast<int64_t>(batches.back().size() + 1) > budget;
    if (full) batches.emplace_back();
    longest = full ? std::max(length.source, length.target) : with_this;
    batches.back().push_back(index);
  }
  Noise{seed, epoch, 1, true}.at("batches").shuffle(batches);
  return batches;
}

}  // namespace heed
