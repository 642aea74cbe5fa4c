// Batches of similar length under a token budget. Which examples form which batch is a pure function of the
// lengths, the budget, the seed and the epoch: nothing else, so that a stopped run finds its place again.
#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "heed/data/record.h"

namespace heed {

// Padded token numbers [rows, source_length] and [rows, target_length], row-major, with the true lengths.
struct Batch {
  int64_t rows = 0, source_length = 0, target_length = 0;
  std::vector<int64_t> source, target;
  std::vector<int64_t> source_lengths, target_lengths;
  std::vector<int64_t> copies;  // [rows, source_length]: Example::copies; empty unless the task copies
  // [rows, target_length, source_length]: each target token's links as weights that sum to one, or zeros
  // where it has none; empty if no example of the batch has any.
  std::vector<float> alignment;
};

struct Lengths {
  int32_t source = 0, target = 0;
};

// Token numbers wherever they lie: two bytes each in the index of a small vocabulary, four elsewhere.
class Ids {
 public:
  Ids() = default;
  Ids(std::span<const int32_t> ids) : wide_(ids.data()), size_(static_cast<int64_t>(ids.size())) {}
  Ids(std::span<const uint16_t> ids) : narrow_(ids.data()), size_(static_cast<int64_t>(ids.size())) {}
  int64_t size() const { return size_; }
  int32_t operator[](int64_t i) const { return wide_ != nullptr ? wide_[i] : narrow_[i]; }

 private:
  const int32_t* wide_ = nullptr;
  const uint16_t* narrow_ = nullptr;
  int64_t size_ = 0;
};

// Links wherever they lie: in a file they need not be aligned.
class Links {
 public:
  Links() = default;
  Links(std::span<const TokenLink> links)
      : Links(reinterpret_cast<const char*>(links.data()), static_cast<int64_t>(links.size())) {}
  Links(const char* bytes, int64_t size) : bytes_(bytes), size_(size) {}
  int64_t size() const { return size_; }
  TokenLink operator[](int64_t i) const {
    TokenLink link;
    std::memcpy(&link, bytes_ + i * static_cast<int64_t>(sizeof link), sizeof link);
    return link;
  }

 private:
  const char* bytes_ = nullptr;
  int64_t size_ = 0;
};

struct ExampleView {
  Ids source, target, copies = {};
  Links links = {};
};

// Of an example that outlives it.
ExampleView view_of(const Example& example);

// Padded with zeros, the number of the padding token.
Batch make_batch(std::span<const ExampleView> examples);
Batch make_batch(std::span<const Example* const> examples);

// A corpus as an epoch sees it.
struct CorpusShare {
  int64_t examples = 0;
  double weight = 1;
};

// The examples of an epoch, corpora one after the other: with weight w each of a corpus's n examples ⌊w⌋
// times, and (w − ⌊w⌋)·n of them, drawn, once more; at least one in all.
std::vector<int32_t> epoch_examples(std::span<const CorpusShare> corpora, uint64_t seed, uint64_t epoch);

struct BatchBudget {
  int64_t tokens = 0;  // rows × the longest source or target
  uint64_t seed = 0;
};

// Batches of example numbers, of those in `members`: each within the budget, or one example that alone is
// longer. Neighbours in length stay together, ties and the order of batches are drawn.
std::vector<std::vector<int32_t>> plan_batches(std::span<const Lengths> lengths, std::vector<int32_t> members,
                                               const BatchBudget& budget, uint64_t epoch);
// Of all examples.
std::vector<std::vector<int32_t>> plan_batches(std::span<const Lengths> lengths, int64_t budget,
                                               uint64_t seed, uint64_t epoch);

}  // namespace heed
