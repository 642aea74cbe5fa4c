// Models of different kinds write one output together: an encoder–decoder, a language model that reads no
// source, and the CTC scores of a pass over frames.
#include "heed/search/ensemble.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/attention_model.h"
#include "engine/cached_model.h"
#include "engine/forward_models.h"
#include "heed/engine/forward.h"
#include "heed/search/ctc_prefix.h"
#include "heed/search/search.h"

namespace heed::engine {
namespace {

struct Written {
  explicit Written(HandMade made) : model(std::move(made)) {}
  HandMade model;
  OwnWeights parameters = model.parameters();
  Engine engine{model.graphs, parameters, model.schema, kUnknown};
};

constexpr int32_t kBegin = 2, kStop = 3, kBlankLabel = 0;
constexpr double kWeights[] = {1, 0.5, 0.3};

class Kinds : public testing::Test {
 protected:
  Kinds() {
    Example example = forward_examples()[0];
    std::vector<float>& frames = example[kFramesAt].numbers = {};
    for (int i = 0; i < 18; ++i) frames.push_back(0.1F * static_cast<float>((5 * i) % 7));
    std::vector<const Example*> examples = {&example};
    HandMade model = frames_model();
    OwnWeights parameters = model.parameters();
    Forward forward(model.graphs[0], parameters, model.schema);
    frames_ = forward.run(examples, false)[0].arrays.at("log_probs").numbers;
  }
  std::vector<std::unique_ptr<Stepper>> steppers() {
    std::vector<std::unique_ptr<Stepper>> all;
    StepNeeds needs;
    needs.width = 4;
    all.push_back(translator_.engine.start(pointers_to(examples_), needs));
    all.push_back(language_model_.engine.start(pointers_to(examples_), needs));
    const CtcFrames sentence{frames_};
    all.push_back(std::make_unique<CtcPrefix>(std::span(&sentence, 1), 6, kBlankLabel, kStop));
    return all;
  }
  std::unique_ptr<Ensemble> together() {
    std::vector<Ensemble::Member> members;
    for (auto& stepper : steppers()) members.push_back({std::move(stepper), kWeights[members.size()]});
    return std::make_unique<Ensemble>(std::move(members), Ensemble::Mean::sum, 4);
  }

  Written translator_{attention_model()}, language_model_{language_model()};
  std::vector<Example> examples_ = examples_of({4});
  std::vector<float> frames_;
};

TEST_F(Kinds, AddUpTheirLogProbabilitiesByTheirWeights) {
  auto alone = steppers();
  auto all = together();
  const std::vector<std::vector<int32_t>> parents = {{0}, {0, 0, 0}, {2, 0}, {1}};
  const std::vector<std::vector<int32_t>> tokens = {{kBegin}, {1, 4, 5}, {5, 4}, {1}};
  for (std::size_t step = 0; step < parents.size(); ++step) {
    StepOut found = all->step(parents[step], tokens[step]);
    std::vector<StepOut> outs;
    for (auto& stepper : alone) outs.push_back(stepper->step(parents[step], tokens[step]));
    ASSERT_EQ(found.log_probs.size(), 6 * parents[step].size());
    for (std::size_t i = 0; i < found.log_probs.size(); ++i) {
      double sum = 0;
      for (std::size_t m = 0; m < 3; ++m) sum += kWeights[m] * static_cast<double>(outs[m].log_probs[i]);
      if (std::isinf(sum))
        EXPECT_EQ(found.log_probs[i], -INFINITY);
      else
        EXPECT_NEAR(found.log_probs[i], sum, 1e-5);
    }
    // The attention is the translator's: the language model's has other blocks.
    ASSERT_EQ(found.attention.size(), 1U);
    EXPECT_EQ(all->step_blocks(), alone[0]->step_blocks());
    EXPECT_TRUE(std::equal(found.attention[0].weights.begin(), found.attention[0].weights.end(),
                           outs[0].attention[0].weights.begin()));
  }
}

TEST_F(Kinds, AreSearchedByBeam) {
  SearchOptions options;
  options.beam = options.n_best = 4;
  const std::vector<Sentence> sentences = {{6, 4, 0, {}}};
  const SearchTokens tokens{kBegin, kStop, {kBegin, kBlankLabel}};
  auto all = together();
  FoundHypotheses found = beam_search(*all, sentences, tokens, options);
  ASSERT_EQ(found[0].size(), 4U);
  // What a hypothesis is worth, it is worth by itself.
  for (const Hypothesis& hypothesis : found[0]) {
    auto again = together();
    std::vector<std::vector<int32_t>> outputs = {hypothesis.tokens};
    Hypothesis forced = score_given(*again, sentences, outputs, tokens, options)[0];
    EXPECT_NEAR(forced.log_probability, hypothesis.log_probability, 1e-4);
  }
}

}  // namespace
}  // namespace heed::engine
