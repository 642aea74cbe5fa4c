// What the engine makes of a graph, beside the same in a few lines of plain arithmetic, in double precision.
#include <gtest/gtest.h>

#include "engine/attention_model.h"
#include "engine/plain_arithmetic.h"

namespace heed::engine {
namespace {

// One sentence through the model of attention_model.h, a token at a time.
class ByHand : PlainWeights {
 public:
  explicit ByHand(const WeightStore& parameters) : PlainWeights(parameters) {}

  void read(const std::vector<int32_t>& source) {
    std::size_t length = source.size();
    std::vector<Vector> there(length), back(length);
    Vector h(2, 0.0);
    for (std::size_t t = 0; t < length; ++t) there[t] = h = gru("there", word("source.table", source[t]), h);
    h = Vector(2, 0.0);
    for (std::size_t t = length; t-- > 0;) back[t] = h = gru("back", word("source.table", source[t]), h);
    state_ = bent(product("bridge", h) + bias("bridge.bias"));
    for (std::size_t t = 0; t < length; ++t) values_.push_back(joined(there[t], back[t]));
  }

  void step(int32_t token) {
    Vector query = product("query", state_) + bias("query.bias"), v = bias("v"), context(4, 0.0);
    weights = {};
    for (const Vector& value : values_) weights.push_back(dot(v, bent(query + product("key", value))));
    weights = softmax(weights);
    for (std::size_t t = 0; t < weights.size(); ++t) context = context + weights[t] * values_[t];
    Vector in = joined(word("target.table", token), context);
    state_ = gru("cell", in, state_);
    Vector readout = bent(product("readout", joined(state_, in)) + bias("readout.bias"));
    log_probs = log_softmax(product("output", readout) + bias("output.bias"));
  }

  Vector log_probs, weights;

 private:
  std::vector<Vector> values_;
  Vector state_;
};

class HandMadeStep : public testing::Test {
 protected:
  void expect_row(const StepOut& out, std::size_t row, const ByHand& expected) const {
    ASSERT_EQ(out.columns, 6);
    for (std::size_t i = 0; i < 6; ++i)
      EXPECT_NEAR(out.log_probs[row * 6 + i], expected.log_probs[i], 1e-5) << "row " << row << " token " << i;
    auto width = static_cast<std::size_t>(out.attention[0].width);
    for (std::size_t i = 0; i < width; ++i) {
      bool real = i < expected.weights.size();
      EXPECT_NEAR(out.attention[0].weights[row * width + i], real ? expected.weights[i] : 0, real ? 1e-6 : 0)
          << "row " << row << " source " << i;
    }
  }

  HandMade model_ = attention_model();
  OwnWeights parameters_ = model_.parameters();
  Engine engine_{model_.graphs, parameters_, model_.schema, kUnknown};
};

TEST_F(HandMadeStep, IsWhatPlainArithmeticMakesOfIt) {
  std::vector<Example> examples = examples_of({4, 1, 3});
  auto stepper = engine_.start(pointers_to(examples), {});
  std::vector<ByHand> expected;
  for (const Example& example : examples) {
    expected.emplace_back(parameters_);
    expected.back().read(example[kSourceAt].ids);
  }
  const std::vector<int32_t> same = {0, 1, 2};
  for (int32_t t = 0; t < 4; ++t) {
    std::vector<int32_t> tokens = {2 + t, 5 - t, (3 * t) % 6};
    StepOut out = stepper->step(same, tokens);
    for (std::size_t r = 0; r < 3; ++r) {
      expected[r].step(tokens[r]);
      expect_row(out, r, expected[r]);
    }
  }
}

TEST_F(HandMadeStep, GoesOnFromTheRowThatIsItsParentAndLooksAtItsSentence) {
  std::vector<Example> examples = examples_of({2, 4});
  auto stepper = engine_.start(pointers_to(examples), {});
  std::vector<ByHand> rows;
  for (const Example& example : examples) {
    rows.emplace_back(parameters_);
    rows.back().read(example[kSourceAt].ids);
  }
  const std::vector<std::vector<int32_t>> parents = {
      {0, 1}, {0, 0, 1, 1, 1}, {4, 1, 2, 0}, {3, 1, 2, 2, 3, 0}, {5}};
  for (const std::vector<int32_t>& chosen : parents) {
    std::vector<ByHand> next;
    std::vector<int32_t> tokens;
    for (std::size_t r = 0; r < chosen.size(); ++r) {
      tokens.push_back(static_cast<int32_t>((r + chosen.size()) % 6));
      next.push_back(rows[static_cast<std::size_t>(chosen[r])]);
      next.back().step(tokens.back());
    }
    StepOut out = stepper->step(chosen, tokens);
    for (std::size_t r = 0; r < chosen.size(); ++r) expect_row(out, r, next[r]);
    rows = std::move(next);
  }
}

TEST_F(HandMadeStep, ReadsATokenOutsideTheVocabularyAsUnknown) {
  std::vector<Example> examples = examples_of({3});
  auto one = engine_.start(pointers_to(examples), {}), two = engine_.start(pointers_to(examples), {});
  const std::vector<int32_t> row = {0}, copied = {6}, unknown = {kUnknown};
  StepOut a = one->step(row, copied), b = two->step(row, unknown);
  EXPECT_TRUE(std::equal(a.log_probs.begin(), a.log_probs.end(), b.log_probs.begin()));
}

TEST_F(HandMadeStep, HandsOutNoWeightsUnlessTheyAreWanted) {
  std::vector<Example> examples = examples_of({3});
  auto stepper = engine_.start(pointers_to(examples), {.attention = false});
  StepOut out = stepper->step(std::vector<int32_t>{0}, std::vector<int32_t>{2});
  EXPECT_TRUE(out.attention.empty());
  EXPECT_TRUE(stepper->step_blocks().empty());
  EXPECT_EQ(out.log_probs.size(), 6U);
}

}  // namespace
}  // namespace heed::engine
