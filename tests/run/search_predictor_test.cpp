#include "heed/run/search_predictor.h"

#include <gtest/gtest.h>

#include <cmath>

namespace heed {
namespace {

constexpr int32_t kStart = 0, kEnd = 1, kVocabulary = 4;
enum : std::size_t { kSource, kTarget };

Schema schema() {
  return {{{.name = "source", .size = kVocabulary}, {.name = "target", .input = false, .size = kVocabulary}}};
}

// Looks at the whole source alike, padding not at all, and writes what it likes best: `favourite`.
struct FlatStepper : Stepper {
  FlatStepper(std::span<const Example* const> examples, int32_t favourite, bool attention)
      : favourite_(favourite), attention_(attention) {
    for (const Example* example : examples) {
      lengths_.push_back(static_cast<int32_t>((*example)[kSource].ids.size()));
      width_ = std::max(width_, lengths_.back());
    }
  }
  StepOut step(std::span<const int32_t> parents, std::span<const int32_t>) override {
    std::vector<int32_t> lengths;
    log_probs_.clear();
    weights_.clear();
    for (int32_t parent : parents) {
      lengths.push_back(lengths_[static_cast<std::size_t>(parent)]);
      for (int32_t token = 0; token < kVocabulary; ++token)
        log_probs_.push_back(std::log(token == favourite_ ? 0.7F : 0.1F));
      for (int32_t c = 0; c < width_; ++c)
        weights_.push_back(c < lengths.back() ? 1.0F / static_cast<float>(lengths.back()) : 0.0F);
    }
    lengths_ = lengths;
    begin_.assign(parents.size(), 0);
    step_ = {weights_, begin_, 1, width_};
    return {log_probs_, kVocabulary, {&step_, step_blocks().size()}};
  }
  std::vector<AttentionBlock> step_blocks() const override {
    if (!attention_) return {};
    return {{"decoder", 0, "target", "source"}};
  }
  int32_t favourite_, width_ = 0;
  bool attention_;
  std::vector<int32_t> lengths_, begin_;
  std::vector<float> log_probs_, weights_;
  StepAttention step_;
};

struct FlatGenerator : Generator {
  explicit FlatGenerator(int32_t favourite) : favourite_(favourite) {}
  std::unique_ptr<Stepper> start(std::span<const Example* const> examples,
                                 const StepNeeds& needs) const override {
    batches.push_back(examples.size());
    return std::make_unique<FlatStepper>(examples, favourite_, needs.attention);
  }
  int32_t favourite_;
  mutable std::vector<std::size_t> batches;
};

std::vector<Example> examples_of(std::initializer_list<std::size_t> lengths) {
  std::vector<Example> examples;
  for (std::size_t length : lengths) {
    examples.push_back({std::vector<Column>(2)});
    examples.back()[kSource].ids.assign(length, 2);
    examples.back().line = static_cast<int64_t>(examples.size());
  }
  return examples;
}

SearchPredictor predictor_of(const Generator& generator) {
  return {{&generator}, {kStart, kEnd, {kStart}}, schema()};
}

TEST(SearchPredictor, AnswersInTheOrderItWasAskedWithoutPadding) {
  FlatGenerator generator(3);
  PredictOptions options;
  auto outputs = predictor_of(generator).predict(examples_of({5, 2, 3}), options);
  ASSERT_EQ(outputs.size(), 3u);
  EXPECT_EQ(generator.batches, (std::vector<std::size_t>{3}));
  EXPECT_EQ(outputs[0].hypotheses[0].attention[0].width, 5);
  EXPECT_EQ(outputs[1].hypotheses[0].attention[0].width, 2);
  EXPECT_FLOAT_EQ(outputs[1].hypotheses[0].attention[0].weights[1], 0.5F);
  EXPECT_EQ(outputs[2].hypotheses[0].tokens.size(), 16u);  // it never ends: 2 · 3 + 10
}

TEST(SearchPredictor, MakesSmallerBatchesWhereAnInputHasManyRows) {
  FlatGenerator generator(kEnd);
  PredictOptions options;
  std::vector<Example> many(100, examples_of({2})[0]);
  predictor_of(generator).predict(many, options);
  EXPECT_EQ(generator.batches, (std::vector<std::size_t>{36, 64}));
  generator.batches.clear();
  options.search.samples = 512;
  predictor_of(generator).predict(std::span(many).first(3), options);
  EXPECT_EQ(generator.batches, (std::vector<std::size_t>{1, 1, 1}));
}

TEST(SearchPredictor, ForcesATargetAsPrefixOrWhole) {
  FlatGenerator generator(kEnd);
  auto examples = examples_of({2, 2});
  examples[0][kTarget].ids = {3, 2, kEnd};
  PredictOptions options;
  options.prefix = true;
  auto begun = predictor_of(generator).predict(examples, options);
  EXPECT_EQ(begun[0].hypotheses[0].tokens, (std::vector<int32_t>{3, 2, kEnd}));
  EXPECT_EQ(begun[1].hypotheses[0].tokens, (std::vector<int32_t>{kEnd})) << "it has no prefix";
  options.prefix = false;
  options.given = true;
  auto given = predictor_of(generator).predict(std::span(examples).first(1), options);
  EXPECT_TRUE(given[0].given);
  EXPECT_NEAR(given[0].hypotheses[0].log_probability, std::log(0.1 * 0.1 * 0.7), 1e-5);
}

TEST(SearchPredictor, DrawsBySentenceNumberWhateverTheOrder) {
  FlatGenerator generator(3);
  PredictOptions options;
  options.search.samples = 2;
  auto examples = examples_of({4, 2, 3});
  auto together = predictor_of(generator).predict(examples, options);
  auto alone = predictor_of(generator).predict(std::span(examples).subspan(2, 1), options);
  for (std::size_t i = 0; i < 2; ++i)
    EXPECT_EQ(together[2].hypotheses[i].tokens, alone[0].hypotheses[i].tokens);
}

TEST(SearchPredictor, OfSeveralMembersIsAnEnsemble) {
  FlatGenerator three(3), end(kEnd);
  SearchPredictor both({&three, &end, &end}, {kStart, kEnd, {kStart}}, schema());
  PredictOptions options;
  Hypothesis found = both.predict(examples_of({2}), options)[0].hypotheses[0];
  EXPECT_EQ(found.tokens, (std::vector<int32_t>{kEnd}));
  EXPECT_NEAR(found.log_probability, std::log((0.1 + 0.7 + 0.7) / 3), 1e-5);
}

}  // namespace
}  // namespace heed
