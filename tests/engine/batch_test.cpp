// What comes out for a sentence is the same, to the bit, alone, beside others and beside longer ones.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "engine/attention_model.h"
#include "engine/windowed_model.h"

namespace heed::engine {
namespace {

using Ids = std::vector<int32_t>;
using Rows = std::vector<std::vector<float>>;

// The model of attention_model.h with contexts of 64 numbers: its steps have early values for sources of up
// to 5 tokens with one row for each sentence, and of up to 10 with more.
HandMade wide_model() {
  return attention_model(32);
}

// Weights whose products have a precision.
struct Rounded : OwnWeights {
  Rounded(OwnWeights own, Precision p) : OwnWeights(std::move(own)), precision(p) {}
  std::shared_ptr<const Product> product(const std::string& name, int64_t first,
                                         MatrixSize size) const override {
    return std::make_shared<Product>(get(name).data + first * size.inputs, size, precision);
  }
  Precision precision;
};

// Source token 1 brings 4, source token 3 brings 2 and 4; 0 is always there.
const Ids kAlways = {0}, kBegins = {0, 0, 1, 1, 3, 3}, kTokens = {4, 2, 4};
const Shortlist kList{kAlways, kBegins, kTokens};

// Of each sentence, all rows of four steps in which it has as many rows as the search is wide: what each
// token got, and −∞ where it has no column.
std::vector<Rows> steps_of(const Engine& engine, const std::vector<Example>& examples,
                           const StepNeeds& needs) {
  constexpr int32_t kMostTokens = 16;
  auto stepper = engine.start(pointers_to(examples), needs);
  auto width = static_cast<int32_t>(needs.width);
  std::vector<Rows> found(examples.size());
  Ids parents(examples.size());
  std::iota(parents.begin(), parents.end(), 0);
  for (int step = 0; step < 4; ++step) {
    Ids tokens;
    auto of_sentence = static_cast<int32_t>(parents.size() / examples.size());
    for (std::size_t r = 0; r < parents.size(); ++r)
      tokens.push_back((static_cast<int32_t>(r) % of_sentence + 2 * step) % 6);
    StepOut out = stepper->step(parents, tokens);
    for (std::size_t r = 0; r < parents.size(); ++r) {
      std::vector<float> row(kMostTokens, -std::numeric_limits<float>::infinity());
      for (int32_t c = 0; c < out.columns; ++c)
        row[static_cast<std::size_t>(out.token_at(c))] =
            out.log_probs[r * static_cast<std::size_t>(out.columns) + static_cast<std::size_t>(c)];
      found[r / static_cast<std::size_t>(of_sentence)].push_back(std::move(row));
    }
    parents.clear();
    for (int32_t r = 0; r < static_cast<int32_t>(examples.size()) * width; ++r)
      parents.push_back(step == 0 ? r / width : r);
  }
  return found;
}

void expect_the_same_in_company(const Engine& engine, const Ids& lengths, const StepNeeds& needs) {
  std::vector<Example> examples = examples_of(lengths);
  std::vector<Rows> together = steps_of(engine, examples, needs);
  for (std::size_t i = 0; i < examples.size(); ++i)
    EXPECT_EQ(steps_of(engine, {examples[i]}, needs)[0], together[i]) << "length " << lengths[i];
}

class Batch : public testing::TestWithParam<Precision> {};

TEST_P(Batch, ChangesNothingWithEarlyValuesAndWithout) {
  HandMade model = wide_model();
  Rounded parameters(model.parameters(), GetParam());
  Engine engine(model.graphs, parameters, model.schema, kUnknown);
  for (int64_t width : {1, 3}) {
    expect_the_same_in_company(engine, {3, 5, 1, 4, 4, 2}, {.width = width});
    expect_the_same_in_company(engine, {17, 40, 21, 33}, {.width = width});
  }
}

TEST_P(Batch, ChangesNothingWithAShortlist) {
  HandMade model = wide_model();
  Rounded parameters(model.parameters(), GetParam());
  Engine engine(model.graphs, parameters, model.schema, kUnknown, kList);
  for (bool log_probabilities : {true, false}) {
    for (int64_t width : {1, 3})
      expect_the_same_in_company(
          engine, {3, 5, 1, 4, 4, 2},
          {.log_probabilities = log_probabilities, .any_token = false, .width = width});
  }
}

TEST_P(Batch, ChangesNothingOfAnyOperation) {
  HandMade model = windowed_model();
  Rounded parameters(model.parameters(), GetParam());
  Engine engine(model.graphs, parameters, model.schema, kUnknown);
  expect_the_same_in_company(engine, {3, 12, 5, 1, 7, 2}, {});
}

INSTANTIATE_TEST_SUITE_P(Precisions, Batch,
                         testing::Values(Precision::fp32, Precision::bf16, Precision::int8),
                         [](const auto& precision) { return name_of(precision.param); });

TEST(BatchGroups, AreOfShortSourcesAndOfLongOnes) {
  HandMade model = wide_model();
  OwnWeights parameters = model.parameters();
  Engine engine(model.graphs, parameters, model.schema, kUnknown);
  std::vector<Example> examples = examples_of({5, 6, 10, 11});
  auto group = [&](std::size_t i, int64_t width) { return engine.group_of(examples[i], {.width = width}); };
  EXPECT_NE(group(0, 1), group(1, 1));
  EXPECT_EQ(group(1, 1), group(3, 1));
  EXPECT_EQ(group(0, 2), group(2, 2));
  EXPECT_NE(group(2, 2), group(3, 2));
  EXPECT_THROW(engine.start(pointers_to(examples), {}), std::invalid_argument);
}

}  // namespace
}  // namespace heed::engine
