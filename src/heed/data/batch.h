// Groups examples of similar length into batches within a budget. The lengths and costs of the examples, the
// budget, the seed and the epoch alone determine the batches, so that a resumed run continues with the same
// ones.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "heed/data/column.h"
#include "heed/data/schema.h"

namespace heed {

// One column of all examples of a batch, padded with zeros to a rectangle. Fields that the kind of the column
// does not use are empty.
struct BatchColumn {
  int64_t length = 0;            // the largest of `lengths`
  std::vector<int64_t> lengths;  // [rows]: number of elements of each example
  std::vector<int64_t> ids;      // [rows, length]: tokens or classes
  std::vector<int64_t> copies;   // [rows, length]: Column::copies
  std::vector<float> numbers;    // [rows, length, width]
  // [levels][rows]: the parts of each example (Column::parts).
  std::vector<std::vector<std::vector<int32_t>>> parts;
  // [rows, to, from]: the links of each element of the column `to` as weights that sum to one, or zeros if it
  // has no links. Empty if no example of the batch has links.
  std::vector<float> links;
};

// The columns have the order of the schema.
struct Batch {
  int64_t rows = 0;
  std::vector<BatchColumn> columns;

  const BatchColumn& operator[](std::size_t i) const { return columns[i]; }
};

// The number of elements (tokens, classes, vectors or links) in a column of an example.
int64_t length_of(const Column& column, const ColumnSpec& spec);
// The number of elements in each column of an example.
std::vector<int32_t> lengths_of(const Example& example, const Schema& schema);

// Pads the examples into a batch. Arrays that are stored in files must have been read (read_stored_columns).
Batch make_batch(std::span<const Example* const> examples, const Schema& schema);

// The sizes of a corpus's examples, as batching needs them: the number of elements in each column, [examples,
// columns], and the cost of each example.
struct ExampleSizes {
  std::span<const int32_t> lengths;
  std::span<const int64_t> costs;
  std::size_t columns = 0;
  std::size_t ordered = 0;  // batches group examples of similar lengths in this many of the first columns

  std::size_t size() const { return costs.size(); }
  // The sizes of the examples first … first + count − 1.
  ExampleSizes subset(std::size_t first, std::size_t count) const {
    return {lengths.subspan(first * columns, count * columns), costs.subspan(first, count), columns, ordered};
  }
  std::span<const int32_t> lengths_of(std::size_t example) const {
    return lengths.subspan(example * columns, columns);
  }
};

// ExampleSizes::ordered for a schema: the number of columns before the first one that holds links.
std::size_t ordered_columns(const Schema& schema);

// Owns the sizes of examples in memory.
class OwnedSizes {
 public:
  explicit OwnedSizes(const Schema& schema) : columns_(schema.size()), ordered_(ordered_columns(schema)) {}
  void add(std::span<const int32_t> lengths, int64_t cost) {
    lengths_.insert(lengths_.end(), lengths.begin(), lengths.end());
    costs_.push_back(cost);
  }
  ExampleSizes view() const { return {lengths_, costs_, columns_, ordered_}; }

 private:
  std::size_t columns_, ordered_;
  std::vector<int32_t> lengths_;
  std::vector<int64_t> costs_;
};

// The number of examples and the sampling weight of a corpus.
struct CorpusShare {
  int64_t examples = 0;
  double weight = 1;
};

// The examples of an epoch, corpus after corpus. With weight w, each of a corpus's n examples occurs ⌊w⌋
// times, and (w − ⌊w⌋)·n of them, drawn at random, occur once more. The result has at least one example.
std::vector<int32_t> epoch_examples(std::span<const CorpusShare> corpora, uint64_t seed, uint64_t epoch);

struct BatchBudget {
  int64_t tokens = 0;  // limit on rows × the largest cost of an example in the batch
  uint64_t seed = 0;
};

// Forms batches of the examples in `members`. Each batch is within the budget, or is a single example that
// exceeds it. Examples of similar length (of the first column, then of the second, and so on) stay together;
// ties and the order of the batches are random.
std::vector<std::vector<int32_t>> plan_batches(const ExampleSizes& sizes, std::vector<int32_t> members,
                                               const BatchBudget& budget, uint64_t epoch);
// Forms batches of all examples.
std::vector<std::vector<int32_t>> plan_batches(const ExampleSizes& sizes, const BatchBudget& budget,
                                               uint64_t epoch);

}  // namespace heed
