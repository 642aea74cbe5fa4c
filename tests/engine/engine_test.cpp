// One engine, many batches: whatever ran before or runs beside it changes nothing.
#include "heed/engine/engine.h"

#include <gtest/gtest.h>

#include <cmath>
#include <thread>

#include "engine/attention_model.h"
#include "engine/windowed_model.h"
#include "message.h"

namespace heed::engine {
namespace {

class HandMadeEngine : public testing::TestWithParam<bool> {
 protected:
  std::unique_ptr<Engine> fresh() const {
    return std::make_unique<Engine>(model_.graphs, parameters_, model_.schema, kUnknown);
  }

  HandMade model_ = GetParam() ? windowed_model() : attention_model();
  OwnWeights parameters_ = model_.parameters();
};

// Everything that comes out of some steps whose rows grow, shrink and change places.
std::vector<float> all_of(const Engine& engine, const std::vector<int32_t>& lengths, int32_t beam) {
  std::vector<Example> examples = examples_of(lengths);
  auto stepper = engine.start(pointers_to(examples), {});
  std::vector<float> all;
  for (const std::vector<BlockAttention>& blocks : stepper->encoder_attention()) {
    for (const auto& [block, one] : blocks) all.insert(all.end(), one.weights.begin(), one.weights.end());
  }
  auto rows = static_cast<int32_t>(lengths.size());
  for (int32_t wanted : {rows, beam * rows, beam * rows, beam * rows + 1, 1, 2}) {
    std::vector<int32_t> parents, tokens;
    for (int32_t r = 0; r < wanted; ++r) {
      parents.push_back((5 * r + 1) % rows);
      tokens.push_back((r + 2) % 7);
    }
    StepOut out = stepper->step(parents, tokens);
    all.insert(all.end(), out.log_probs.begin(), out.log_probs.end());
    for (const StepAttention& block : out.attention) {
      all.insert(all.end(), block.weights.begin(), block.weights.end());
      all.insert(all.end(), block.begin.begin(), block.begin.end());
    }
    rows = wanted;
  }
  return all;
}

struct Round {
  std::vector<int32_t> lengths;
  int32_t beam;
};
const std::vector<Round> kRounds = {{{4, 2}, 1}, {{9, 1, 7, 3, 2}, 3},       {{1}, 2},
                                    {{12}, 1},   {{2, 2, 2, 2, 2, 2, 2}, 4}, {{3, 5, 8, 1, 1}, 2},
                                    {{4, 2}, 1}};

TEST_P(HandMadeEngine, UsesMemoryAgainForLargerAndSmallerBatches) {
  auto used = fresh();
  for (const Round& round : kRounds)
    EXPECT_EQ(all_of(*used, round.lengths, round.beam), all_of(*fresh(), round.lengths, round.beam));
}

TEST_P(HandMadeEngine, GivesEveryThreadWhatItGivesOneAlone) {
  std::vector<std::vector<float>> expected;
  for (const Round& round : kRounds) expected.push_back(all_of(*fresh(), round.lengths, round.beam));
  auto shared = fresh();
  std::vector<int> wrong(4, 0);
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < wrong.size(); ++t) {
    threads.emplace_back([&, t] {
      for (std::size_t i = 0; i < 8 * kRounds.size(); ++i) {
        std::size_t one = (i * (t + 1) + t) % kRounds.size();
        wrong[t] += all_of(*shared, kRounds[one].lengths, kRounds[one].beam) == expected[one] ? 0 : 1;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, std::vector<int>(4, 0));
}

TEST_P(HandMadeEngine, RunsSeveralAtOnceInOneThread) {
  auto engine = fresh();
  std::vector<Example> one = examples_of({5, 3}), two = examples_of({2, 7, 1});
  const std::vector<int32_t> both = {0, 1}, three = {0, 1, 2}, tokens = {2, 3}, more = {4, 5, 2};
  auto step = [](Stepper& stepper, const std::vector<int32_t>& rows, const std::vector<int32_t>& read) {
    StepOut out = stepper.step(rows, read);
    return std::vector<float>(out.log_probs.begin(), out.log_probs.end());
  };
  auto other = fresh();
  auto apart = other->start(pointers_to(one), {});
  std::vector<float> expected_one = step(*apart, both, tokens);
  auto a = engine->start(pointers_to(one), {}), b = engine->start(pointers_to(two), {});
  std::vector<float> expected_two = step(*b, three, more);
  EXPECT_EQ(step(*a, both, tokens), expected_one);
  auto c = engine->start(pointers_to(two), {});
  EXPECT_EQ(step(*c, three, more), expected_two);
}

// A hypothesis in a beam is what it is alone, whatever rows stood around it on its way.
TEST_P(HandMadeEngine, ARowIsTheSameAloneAsInABeam) {
  auto engine = fresh();
  std::vector<Example> examples = examples_of({3, 6, 1});
  auto beam = engine->start(pointers_to(examples), {});
  const std::vector<std::vector<int32_t>> parents = {
      {0, 1, 2}, {0, 1, 1, 1, 2, 2, 0}, {3, 6, 4, 1, 1}, {1, 0, 3, 2}};
  std::vector<std::vector<int32_t>> paths(3);
  std::vector<std::size_t> sentences = {0, 1, 2};
  for (const std::vector<int32_t>& chosen : parents) {
    std::vector<std::vector<int32_t>> next;
    std::vector<std::size_t> of;
    std::vector<int32_t> tokens;
    for (std::size_t r = 0; r < chosen.size(); ++r) {
      auto parent = static_cast<std::size_t>(chosen[r]);
      tokens.push_back(static_cast<int32_t>((2 * r + parent) % 6));
      next.push_back(paths[parent]);
      next.back().push_back(tokens.back());
      of.push_back(sentences[parent]);
    }
    StepOut out = beam->step(chosen, tokens);
    auto columns = static_cast<std::size_t>(out.columns);
    for (std::size_t r = 0; r < chosen.size(); ++r) {
      const Example* example = &examples[of[r]];
      auto alone = engine->start(std::span(&example, 1), {});
      StepOut last;
      for (int32_t token : next[r]) last = alone->step(std::vector<int32_t>{0}, std::span(&token, 1));
      for (std::size_t i = 0; i < std::min(columns, static_cast<std::size_t>(last.columns)); ++i)
        ASSERT_NEAR(std::exp(out.log_probs[r * columns + i]), std::exp(last.log_probs[i]), 1e-5)
            << r << " " << i;
    }
    paths = std::move(next);
    sentences = std::move(of);
  }
}

TEST_P(HandMadeEngine, RefusesWhatTakesMoreMemoryThanThereIs) {
  Graph& encode = model_.graphs[0];
  std::string x = encode.nodes[0].outputs[0];  // the tokens' vectors
  for (const char* wider : {"wide", "wider"}) {
    encode.nodes.push_back({"neighbours", {x, "mask"}, {wider}, {{"width", whole(9999)}}});
    x = wider;
  }
  auto engine = fresh();
  std::vector<Example> examples = examples_of({20000});
  EXPECT_CONTAINS(message_of<InputError>([&] { engine->start(pointers_to(examples), {.attention = false}); }),
                  "of memory");
  encode.nodes.push_back({"neighbours", {x, "mask"}, {"widest"}, {{"width", whole(9999)}}});
  EXPECT_CONTAINS(message_of<InputError>([&] { fresh(); }), "larger than any model's");
}

TEST(Engine, StatesThatChangePlacesComeBackAfterTwoSteps) {
  HandMade model = attention_model();
  Graph &encode = model.graphs[0], &step = model.graphs[1];
  std::string state = encode.outputs.back().value;
  encode.nodes.push_back({"activation", {state}, {"other"}, {{"kind", text("sigmoid")}}});
  const Shape shape = {axes::kRows, 4};
  encode.outputs.push_back({"other", "other", Type::number, shape, Use::state});
  step.inputs.push_back(state_input("other", shape));
  step.outputs.back() = {"state0", "other", Type::number, shape, Use::state};
  step.outputs.push_back({"other", "state0", Type::number, shape, Use::state});
  OwnWeights parameters = model.parameters();
  Engine engine(model.graphs, parameters, model.schema, kUnknown);
  std::vector<Example> examples = examples_of({4, 2, 3});
  auto stepper = engine.start(pointers_to(examples), {.attention = false});
  std::vector<std::vector<float>> made;
  for (const std::vector<int32_t>& parents : {std::vector<int32_t>{0, 1, 2}, {2, 1, 0}, {2, 1}}) {
    StepOut out = stepper->step(parents, std::vector<int32_t>(parents.size(), 3));
    made.emplace_back(out.log_probs.begin(),
                      out.log_probs.begin() + 6);  // of the first sentence, or the third
  }
  for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(made[0][i], made[2][i], 1e-6);
  EXPECT_NE(made[0], made[1]);
}

INSTANTIATE_TEST_SUITE_P(Models, HandMadeEngine, testing::Bool(),
                         [](const auto& one) { return one.param ? "Windowed" : "Attention"; });

}  // namespace
}  // namespace heed::engine
