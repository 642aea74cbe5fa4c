#include "heed/data/batch.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "heed/base/random.h"

namespace heed {
namespace {

// [rows, length], zeros behind each row's own.
std::vector<int64_t> padded(std::span<const ExampleView> examples, Ids ExampleView::*which, int64_t length) {
  std::vector<int64_t> ids(examples.size() * static_cast<std::size_t>(length));
  for (std::size_t row = 0; row < examples.size(); ++row) {
    const Ids& from = examples[row].*which;
    int64_t* to = ids.data() + static_cast<int64_t>(row) * length;
    for (int64_t i = 0; i < from.size(); ++i) to[i] = from[i];
  }
  return ids;
}

std::vector<int64_t> lengths_of(std::span<const ExampleView> examples, Ids ExampleView::*side) {
  std::vector<int64_t> lengths;
  for (const ExampleView& example : examples) lengths.push_back((example.*side).size());
  return lengths;
}

int64_t longest(const std::vector<int64_t>& lengths) {
  return lengths.empty() ? 0 : *std::max_element(lengths.begin(), lengths.end());
}

// One example's links as weights, [target_length, source_length]: equal ones for all links of a target token.
void weigh(const Links& links, const Batch& batch, float* weights) {
  std::vector<int32_t> counts(static_cast<std::size_t>(batch.target_length));
  for (int64_t i = 0; i < links.size(); ++i) ++counts[static_cast<std::size_t>(links[i].target)];
  for (int64_t i = 0; i < links.size(); ++i) {
    TokenLink link = links[i];
    weights[link.target * batch.source_length + link.source] =
        1.0F / static_cast<float>(counts[static_cast<std::size_t>(link.target)]);
  }
}

// `wanted` of the numbers first … first + count − 1, each set of them as likely (Knuth, vol. 2, algorithm S).
void draw(int64_t first, int64_t count, int64_t wanted, const Random& random, std::vector<int32_t>& drawn) {
  for (int64_t i = 0; i < count && wanted > 0; ++i) {
    double chance = random.uniform(static_cast<uint64_t>(first + i)) * static_cast<double>(count - i);
    if (chance >= static_cast<double>(wanted)) continue;
    drawn.push_back(static_cast<int32_t>(first + i));
    --wanted;
  }
}

}  // namespace

Batch make_batch(std::span<const ExampleView> examples) {
  Batch batch;
  batch.rows = static_cast<int64_t>(examples.size());
  batch.source_lengths = lengths_of(examples, &ExampleView::source);
  batch.target_lengths = lengths_of(examples, &ExampleView::target);
  batch.source_length = longest(batch.source_lengths);
  batch.target_length = longest(batch.target_lengths);
  batch.source = padded(examples, &ExampleView::source, batch.source_length);
  batch.target = padded(examples, &ExampleView::target, batch.target_length);
  auto any = [&](auto&& has) { return std::any_of(examples.begin(), examples.end(), has); };
  if (any([](const ExampleView& example) { return example.copies.size() > 0; }))
    batch.copies = padded(examples, &ExampleView::copies, batch.source_length);
  if (any([](const ExampleView& example) { return example.links.size() > 0; })) {
    auto cells = static_cast<std::size_t>(batch.target_length * batch.source_length);
    batch.alignment.resize(examples.size() * cells);
    for (std::size_t row = 0; row < examples.size(); ++row)
      weigh(examples[row].links, batch, batch.alignment.data() + row * cells);
  }
  return batch;
}

ExampleView view_of(const Example& example) {
  return {std::span(example.source.ids), std::span(example.target.ids), std::span(example.copies),
          std::span(example.links)};
}

Batch make_batch(std::span<const Example* const> examples) {
  std::vector<ExampleView> views;
  for (const Example* example : examples) views.push_back(view_of(*example));
  return make_batch(views);
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

std::vector<std::vector<int32_t>> plan_batches(std::span<const Lengths> lengths, int64_t budget,
                                               uint64_t seed, uint64_t epoch) {
  std::vector<int32_t> all(lengths.size());
  std::iota(all.begin(), all.end(), 0);
  return plan_batches(lengths, std::move(all), {budget, seed}, epoch);
}

std::vector<std::vector<int32_t>> plan_batches(std::span<const Lengths> lengths, std::vector<int32_t> members,
                                               const BatchBudget& budget, uint64_t epoch) {
  Noise{budget.seed, epoch, 0, true}.at("batches").shuffle(members);
  // Stable: the draw above decides among equals.
  std::stable_sort(members.begin(), members.end(), [&](int32_t a, int32_t b) {
    const Lengths &x = lengths[static_cast<std::size_t>(a)], &y = lengths[static_cast<std::size_t>(b)];
    return x.source != y.source ? x.source < y.source : x.target < y.target;
  });
  std::vector<std::vector<int32_t>> batches;
  int64_t longest = 0;
  for (int32_t index : members) {
    const Lengths& length = lengths[static_cast<std::size_t>(index)];
    int64_t with_this = std::max<int64_t>({longest, length.source, length.target});
    bool full =
        batches.empty() || with_this * static_cast<int64_t>(batches.back().size() + 1) > budget.tokens;
    if (full) batches.emplace_back();
    longest = full ? std::max(length.source, length.target) : with_this;
    batches.back().push_back(index);
  }
  Noise{budget.seed, epoch, 1, true}.at("batches").shuffle(batches);
  return batches;
}

}  // namespace heed
