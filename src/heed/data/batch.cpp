#include "heed/data/batch.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "heed/base/random.h"

namespace heed {
namespace {

// [rows, length]; each row is padded with zeros.
template <class T>
std::vector<int64_t> padded(std::span<const Example* const> examples, std::size_t place,
                            std::vector<T> Column::*which, int64_t length) {
  std::vector<int64_t> ids(examples.size() * static_cast<std::size_t>(length));
  for (std::size_t row = 0; row < examples.size(); ++row) {
    const std::vector<T>& from = (*examples[row])[place].*which;
    std::copy(from.begin(), from.end(), ids.begin() + static_cast<std::ptrdiff_t>(row) * length);
  }
  return ids;
}

// [rows, length, width]; each row is padded with zeros.
std::vector<float> padded_numbers(std::span<const Example* const> examples, std::size_t place, int64_t size) {
  std::vector<float> numbers(examples.size() * static_cast<std::size_t>(size));
  for (std::size_t row = 0; row < examples.size(); ++row) {
    const std::vector<float>& from = (*examples[row])[place].numbers;
    std::copy(from.begin(), from.end(), numbers.begin() + static_cast<std::ptrdiff_t>(row) * size);
  }
  return numbers;
}

// Writes one example's links as weights [to, from]: equal weights for all links of an element of `to`.
void weigh(const std::vector<ElementLink>& links, int64_t from_length, std::vector<int32_t>& counts,
           float* weights) {
  std::fill(counts.begin(), counts.end(), 0);
  for (const ElementLink& link : links) ++counts[static_cast<std::size_t>(link.to)];
  for (const ElementLink& link : links)
    weights[link.to * from_length + link.from] =
        1.0F / static_cast<float>(counts[static_cast<std::size_t>(link.to)]);
}

std::vector<float> padded_links(std::span<const Example* const> examples, std::size_t place,
                                int64_t to_length, int64_t from_length) {
  std::vector<float> weights;
  bool any = std::any_of(examples.begin(), examples.end(),
                         [&](const Example* example) { return !(*example)[place].links.empty(); });
  if (!any) return weights;
  auto cells = static_cast<std::size_t>(to_length * from_length);
  weights.resize(examples.size() * cells);
  std::vector<int32_t> counts(static_cast<std::size_t>(to_length));
  for (std::size_t row = 0; row < examples.size(); ++row)
    weigh((*examples[row])[place].links, from_length, counts, weights.data() + row * cells);
  return weights;
}

BatchColumn batch_column(std::span<const Example* const> examples, std::size_t place,
                         const ColumnSpec& spec) {
  BatchColumn column;
  for (const Example* example : examples) column.lengths.push_back(length_of((*example)[place], spec));
  if (!column.lengths.empty())
    column.length = *std::max_element(column.lengths.begin(), column.lengths.end());
  if (spec.kind == ColumnKind::tokens || spec.kind == ColumnKind::classes)
    column.ids = padded(examples, place, &Column::ids, column.length);
  if (spec.copies) column.copies = padded(examples, place, &Column::copies, column.length);
  if (spec.kind == ColumnKind::numbers)
    column.numbers = padded_numbers(examples, place, column.length * spec.width);
  column.parts.resize(static_cast<std::size_t>(spec.levels));
  for (std::size_t level = 0; level < column.parts.size(); ++level)
    for (const Example* example : examples) column.parts[level].push_back((*example)[place].parts.at(level));
  return column;
}

// Draws `wanted` of the numbers first … first + count − 1; all subsets are equally probable (Knuth, vol. 2,
// algorithm S).
void draw(int64_t first, int64_t count, int64_t wanted, const Random& random, std::vector<int32_t>& drawn) {
  for (int64_t i = 0; i < count && wanted > 0; ++i) {
    double chance = random.uniform(static_cast<uint64_t>(first + i)) * static_cast<double>(count - i);
    if (chance >= static_cast<double>(wanted)) continue;
    drawn.push_back(static_cast<int32_t>(first + i));
    --wanted;
  }
}

}  // namespace

int64_t length_of(const Column& column, const ColumnSpec& spec) {
  switch (spec.kind) {
    case ColumnKind::tokens:
    case ColumnKind::classes:
      return static_cast<int64_t>(column.ids.size());
    case ColumnKind::links:
      return static_cast<int64_t>(column.links.size());
    case ColumnKind::numbers:
      break;
  }
  int64_t count = column.stored ? column.stored->count() : static_cast<int64_t>(column.numbers.size());
  return count / std::max<int64_t>(1, spec.width);
}

std::vector<int32_t> lengths_of(const Example& example, const Schema& schema) {
  std::vector<int32_t> lengths;
  for (std::size_t i = 0; i < schema.size(); ++i)
    lengths.push_back(static_cast<int32_t>(length_of(example[i], schema[i])));
  return lengths;
}

std::size_t ordered_columns(const Schema& schema) {
  auto links = std::find_if(schema.columns.begin(), schema.columns.end(),
                            [](const ColumnSpec& spec) { return spec.kind == ColumnKind::links; });
  return static_cast<std::size_t>(links - schema.columns.begin());
}

Batch make_batch(std::span<const Example* const> examples, const Schema& schema) {
  Batch batch;
  batch.rows = static_cast<int64_t>(examples.size());
  for (std::size_t i = 0; i < schema.size(); ++i)
    batch.columns.push_back(batch_column(examples, i, schema[i]));
  for (std::size_t i = 0; i < schema.size(); ++i) {
    if (schema[i].kind != ColumnKind::links) continue;
    int64_t to = batch[schema.place_of(schema[i].to)].length,
            from = batch[schema.place_of(schema[i].from)].length;
    batch.columns[i].links = padded_links(examples, i, to, from);
  }
  return batch;
}

std::vector<int32_t> epoch_examples(std::span<const CorpusShare> corpora, uint64_t seed, uint64_t epoch) {
  Random random = Noise{seed, epoch, 0, true}.at("corpora");
  std::vector<int32_t> members;
  int64_t first = 0;
  for (const CorpusShare& corpus : corpora) {
    double whole = std::floor(corpus.weight);
    for (int64_t round = 0; round < static_cast<int64_t>(whole); ++round) {
      for (int64_t i = 0; i < corpus.examples; ++i) members.push_back(static_cast<int32_t>(first + i));
    }
    int64_t rest = std::llround((corpus.weight - whole) * static_cast<double>(corpus.examples));
    if (whole == 0) rest = std::max<int64_t>(rest, 1);
    draw(first, corpus.examples, rest, random, members);
    first += corpus.examples;
  }
  return members;
}

std::vector<std::vector<int32_t>> plan_batches(const ExampleSizes& sizes, const BatchBudget& budget,
                                               uint64_t epoch) {
  std::vector<int32_t> all(sizes.size());
  std::iota(all.begin(), all.end(), 0);
  return plan_batches(sizes, std::move(all), budget, epoch);
}

std::vector<std::vector<int32_t>> plan_batches(const ExampleSizes& sizes, std::vector<int32_t> members,
                                               const BatchBudget& budget, uint64_t epoch) {
  Noise{budget.seed, epoch, 0, true}.at("batches").shuffle(members);
  // The sort is stable: the shuffled order decides ties.
  std::stable_sort(members.begin(), members.end(), [&](int32_t a, int32_t b) {
    auto x = sizes.lengths_of(static_cast<std::size_t>(a)).first(sizes.ordered);
    auto y = sizes.lengths_of(static_cast<std::size_t>(b)).first(sizes.ordered);
    return std::lexicographical_compare(x.begin(), x.end(), y.begin(), y.end());
  });
  std::vector<std::vector<int32_t>> batches;
  int64_t largest = 0;
  for (int32_t index : members) {
    int64_t cost = sizes.costs[static_cast<std::size_t>(index)], with_this = std::max(largest, cost);
    bool full =
        batches.empty() || with_this * static_cast<int64_t>(batches.back().size() + 1) > budget.tokens;
    if (full) batches.emplace_back();
    largest = full ? cost : with_this;
    batches.back().push_back(index);
  }
  Noise{budget.seed, epoch, 1, true}.at("batches").shuffle(batches);
  return batches;
}

}  // namespace heed
