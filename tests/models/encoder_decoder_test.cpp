#include "heed/models/encoder_decoder.h"

#include <numeric>

#include "gradient_check.h"
#include "heed/base/error.h"
#include "heed/models/saved_model.h"
#include "heed/models/torch_stepper.h"
#include "heed/ops/fused.h"
#include "heed/run/search_predictor.h"
#include "models/encoder_decoder_fixture.h"

namespace heed {
namespace {

TEST_P(EncoderDecoderTest, HasTheRightGradientInEveryParameter) {
  Parameters parameters = Parameters::draw(1, at::kDouble);
  auto model = make(parameters);
  Batch all = batch(examples_);
  if (std::holds_alternative<HardOptions>(options().attention.normaliser)) {
    // A choice has no gradient; what chooses has one through its reward.
    model->loss(all, Noise{1, 1, 0, true, -2.0}).whole().backward();
    for (const auto& [name, tensor] : parameters.all()) EXPECT_TRUE(tensor.grad().defined()) << name;
    return;
  }
  check_gradients(
      parameters.all(), [&] { return model->loss(all, {}).sum; }, 8);
}

TEST_P(EncoderDecoderTest, LosesTheSameAloneAsInABatch) {
  Parameters parameters = Parameters::draw(1, at::kDouble);
  auto model = make(parameters);
  Loss together = model->loss(batch(examples_), {});
  double alone = 0;
  int64_t count = 0;
  for (const Example& example : examples_) {
    Loss loss = model->loss(batch(std::span(&example, 1)), {});
    alone += loss.sum.item<double>();
    count += loss.count;
  }
  EXPECT_NEAR(together.sum.item<double>(), alone, 1e-9);
  EXPECT_EQ(together.count, count);
}

TEST_P(EncoderDecoderTest, PredictsTheSameAloneAsInABatch) {
  Parameters parameters = Parameters::draw(3);
  auto model = make(parameters);
  auto predictor = make_predictor(*model, *task_);
  PredictOptions options;
  options.search.beam = options.search.n_best = 3;
  auto together = predictor->predict(examples_, options);
  for (std::size_t i = 0; i < examples_.size(); ++i) {
    auto alone = predictor->predict(std::span(&examples_[i], 1), options)[0];
    ASSERT_EQ(together[i].hypotheses.size(), alone.hypotheses.size());
    for (std::size_t h = 0; h < alone.hypotheses.size(); ++h) {
      const Hypothesis &a = together[i].hypotheses[h], &b = alone.hypotheses[h];
      EXPECT_EQ(a.tokens, b.tokens);
      EXPECT_NEAR(a.log_probability, b.log_probability, 1e-5 * std::abs(b.log_probability));
      ASSERT_EQ(a.attention.size(), b.attention.size());
      for (std::size_t block = 0; block < b.attention.size(); ++block) {
        const std::vector<float>&ours = a.attention[block].weights, &theirs = b.attention[block].weights;
        ASSERT_EQ(ours.size(), theirs.size());
        for (std::size_t w = 0; w < theirs.size(); ++w) EXPECT_NEAR(ours[w], theirs[w], 1e-6);
      }
    }
  }
}

// The beam reorders its rows at nearly every step of an untrained model; the attention that comes with a
// hypothesis must be what the model gives when that output alone is forced.
void expect_own_attention(Predictor& predictor, std::span<const Example> examples,
                          const PredictOptions& options, std::size_t results) {
  bool attends = EncoderDecoderTest::GetParam().attends;
  PredictOptions given;
  given.given = true;
  given.search.ensemble = options.search.ensemble;
  auto found = predictor.predict(examples, options);
  for (std::size_t i = 0; i < examples.size(); ++i) {
    ASSERT_EQ(found[i].hypotheses.size(), results);
    for (const Hypothesis& hypothesis : found[i].hypotheses) {
      Example forced = examples[i];
      forced[kTarget].ids = hypothesis.tokens;
      Hypothesis again = predictor.predict(std::span(&forced, 1), given)[0].hypotheses[0];
      EXPECT_NEAR(again.log_probability, hypothesis.log_probability, 1e-4);
      ASSERT_EQ(hypothesis.attention.size(), attends ? 1U : 0U);
      ASSERT_EQ(again.attention.size(), hypothesis.attention.size());
      if (!attends) continue;
      const AttentionRows &a = again.attention[0], &b = hypothesis.attention[0];
      ASSERT_EQ(a.weights.size(), b.weights.size());
      auto cells = static_cast<std::size_t>(b.heads * b.width);
      ASSERT_GT(cells, 0U);
      ASSERT_LE(b.width, static_cast<int32_t>(examples[i][kSource].ids.size()));
      ASSERT_EQ(a.begin, b.begin);
      ASSERT_EQ(a.weights.size(), hypothesis.tokens.size() * cells);
      for (std::size_t w = 0; w < a.weights.size(); ++w) ASSERT_NEAR(a.weights[w], b.weights[w], 1e-5);
    }
  }
}

TEST_P(EncoderDecoderTest, ReturnsTheAttentionOfTheHypothesesItReturns) {
  Parameters parameters = Parameters::draw(3);
  auto model = make(parameters);
  auto predictor = make_predictor(*model, *task_);
  PredictOptions options;
  options.search.beam = options.search.n_best = 5;
  expect_own_attention(*predictor, examples_, options, 5);
  options.search.n_best = 2;
  options.search.coverage_penalty = GetParam().attends ? 0.5 : 0;
  options.search.no_repeat = 2;
  expect_own_attention(*predictor, examples_, options, 2);
}

TEST_P(EncoderDecoderTest, ReturnsTheAttentionOfItsSamples) {
  Parameters parameters = Parameters::draw(3);
  auto model = make(parameters);
  PredictOptions options;
  options.search.samples = 6;
  options.search.temperature = 2;
  expect_own_attention(*make_predictor(*model, *task_), examples_, options, 6);
}

TEST_P(EncoderDecoderTest, BeginsWithThePrefixAndAttendsAlongIt) {
  Parameters parameters = Parameters::draw(3);
  auto model = make(parameters);
  auto predictor = make_predictor(*model, *task_);
  PredictOptions options;
  options.prefix = true;
  options.search.beam = options.search.n_best = 3;
  expect_own_attention(*predictor, examples_, options, 3);
  auto found = predictor->predict(examples_, options);
  for (std::size_t i = 0; i < examples_.size(); ++i) {
    for (const Hypothesis& hypothesis : found[i].hypotheses) {
      const std::vector<int32_t>& target = examples_[i][kTarget].ids;
      ASSERT_GE(hypothesis.tokens.size(), target.size());
      EXPECT_TRUE(std::equal(target.begin(), target.end() - 1, hypothesis.tokens.begin()));
    }
  }
}

TEST_P(EncoderDecoderTest, ReturnsTheAttentionOfAnEnsemble) {
  Parameters one = Parameters::draw(3), two = Parameters::draw(4);
  auto first = make(one), second = make(two);
  SearchPredictor both({first->generator(), second->generator()}, *task_->search_tokens(), task_->schema());
  PredictOptions options;
  options.search.beam = options.search.n_best = 4;
  for (const char* mean : {"probabilities", "log-probabilities"}) {
    options.search.ensemble = mean;
    expect_own_attention(both, examples_, options, 4);
  }
}

TEST_P(EncoderDecoderTest, KeepsNoWeightsUnlessTheyAreWanted) {
  if (!GetParam().attends) GTEST_SKIP() << "a fixed vector has no weights to keep";
  Parameters parameters = Parameters::draw(3);
  auto model = make(parameters);
  PredictOptions options;
  options.attention = false;
  options.search.coverage_penalty = 1;  // which looks at them
  for (const RawOutput& output : make_predictor(*model, *task_)->predict(examples_, options))
    EXPECT_TRUE(output.hypotheses[0].attention.empty() && output.blocks.empty());
}

TEST_P(EncoderDecoderTest, GivesPaddingExactlyZeroWeight) {
  if (!GetParam().attends) GTEST_SKIP() << "a fixed vector weighs nothing";
  at::NoGradGuard no_gradient;
  Parameters parameters = Parameters::draw(3);
  auto model = make(parameters);
  std::vector<Graph> graphs = recorded_graphs(*model);
  Batch all = batch(examples_);
  Values values = inputs(parameters, all);
  Values encoded = run_graph(graphs[0], values);
  encoded.insert(values.begin(), values.end());
  encoded["token"] = at::full({all.rows}, 2, at::kLong);
  Values out = run_graph(graphs[1], encoded);
  Tensor begin = out.contains("begin") ? out["begin"] : Tensor();
  Tensor weights = ops::spread(out["weights"], begin, encoded["keys"]).mean(1);
  EXPECT_EQ(weights.masked_select(values["mask"].logical_not()).abs().sum().item<float>(), 0.0F);
  if (!GetParam().sums_to_one) return;
  EXPECT_LT((weights.sum(-1) - 1).abs().max().item<float>(), 1e-5F);
}

// Rows that sum to one over the sentence's own tokens, whatever it was padded to.
TEST_P(EncoderDecoderTest, SaysHowItsEncoderLooked) {
  Parameters parameters = Parameters::draw(3);
  auto model = make(parameters);
  auto predictor = make_predictor(*model, *task_);
  std::vector<RawOutput> together = predictor->predict(examples_, {});
  for (std::size_t i = 0; i < examples_.size(); ++i) {
    ASSERT_EQ(!together[i].attention.empty(), model->generator()->reads_by_attention());
    RawOutput alone = predictor->predict(std::span(&examples_[i], 1), {})[0];
    Prediction prediction = task_->decode(together[i], examples_[i]);
    std::size_t heads = 0;
    for (std::size_t layer = 0; layer < alone.attention.size(); ++layer) {
      const AttentionBlock expected{"encoder", static_cast<int64_t>(layer), "source", "source"};
      ASSERT_EQ(together[i].attention[layer].block, expected);
      const AttentionRows &a = together[i].attention[layer].rows, &b = alone.attention[layer].rows;
      heads += static_cast<std::size_t>(a.heads);
      ASSERT_EQ(a.begin.size(), examples_[i][kSource].ids.size());
      ASSERT_EQ(a.begin, b.begin);
      ASSERT_EQ(a.weights.size(), b.weights.size());
      for (std::size_t w = 0; w < a.weights.size(); ++w) ASSERT_NEAR(a.weights[w], b.weights[w], 1e-6);
      double sum = std::accumulate(a.weights.begin(), a.weights.end(), 0.0);
      EXPECT_NEAR(sum, static_cast<double>(a.begin.size()) * a.heads, 1e-4);
    }
    ASSERT_EQ(prediction.source_maps.size(), heads);
    for (const AttentionMap& map : prediction.source_maps) {
      EXPECT_EQ(map.rows, map.columns);
      EXPECT_NO_THROW(require_valid(map));
    }
  }
}

TEST_P(EncoderDecoderTest, IsWhollySaidByItsGraphs) {
  at::NoGradGuard no_gradient;
  Parameters parameters = Parameters::draw(3);
  auto model = make(parameters);
  std::string json = graphs_to_json(recorded_graphs(*model));
  std::vector<Graph> graphs = graphs_from_json(json, "test");
  const Example& example = examples_.back();
  Values values = inputs(parameters, batch(std::span(&example, 1)));
  for (auto& [name, value] : run_graph(graphs[0], values)) values[name] = value;
  PredictOptions given;
  given.given = true;
  Hypothesis expected =
      make_predictor(*model, *task_)->predict(std::span(&example, 1), given)[0].hypotheses[0];
  const SearchTokens tokens = *task_->search_tokens();
  int64_t token = tokens.start;
  for (std::size_t t = 0; t < expected.tokens.size(); ++t) {
    int64_t read = token < task_->schema()[kTarget].size ? token : tokens.unknown;
    values["token"] = at::full({1}, read, at::kLong);
    Values out = run_graph(graphs[1], values);
    token = expected.tokens[t];
    float made = out["log_probs"][0][token].item<float>();
    EXPECT_NEAR(made, expected.token_log_probabilities[t], 1e-5);
    for (auto& [name, value] : out) values[name] = value;
  }
}

// Rewards, guides and coverage are only part of the loss in training.
TEST_P(EncoderDecoderTest, HasTheRightGradientOfWhatAttentionAddsToTheLoss) {
  EncoderDecoderOptions chosen = options();
  if (!GetParam().attends || std::holds_alternative<HardOptions>(chosen.attention.normaliser)) return;
  chosen.attention.coverage.loss = 0.7;
  Batch all = batch(examples_);
  std::size_t cells = static_cast<std::size_t>(all.rows * all[kTarget].length * all[kSource].length);
  std::vector<float>& links = all.columns[kAlignment].links;
  links.assign(cells, 0.0F);
  for (std::size_t i = 0; i < cells; i += 5) links[i] = 1;
  for (const char* toward : {"diagonal", "alignment"}) {
    chosen.guide = {toward, std::string(toward) == "diagonal" ? "l1" : "cross-entropy", 0.3};
    Parameters parameters = Parameters::draw(1, at::kDouble);
    auto model = make_model(chosen, *task_, Scope(parameters));
    double without = model->loss(all, {}).whole().item<double>();
    auto loss = [&] { return model->loss(all, Noise{1, 1, 0, true}).whole(); };
    EXPECT_GT(loss().item<double>(), without);
    check_gradients(parameters.all(), loss, 3);
  }
}

TEST_P(EncoderDecoderTest, LearnsTheSameFusedAsPlain) {
  Parameters parameters = Parameters::draw(1);
  EncoderDecoderOptions chosen = options();
  chosen.attention.coverage.loss = GetParam().attends ? 0.7 : 0;
  chosen.guide.toward = GetParam().attends ? "diagonal" : "none";
  auto model = make_model(chosen, *task_, Scope(parameters));
  Batch all = batch(examples_);
  auto gradients = [&](ops::Workspace* workspace) {
    for (const auto& [name, tensor] : parameters.all()) tensor.mutable_grad() = at::zeros_like(tensor);
    std::unique_ptr<ops::Fused> fused = workspace ? std::make_unique<ops::Fused>(*workspace) : nullptr;
    model->loss(all, Noise{1, 1, 0, true, -2.0}).whole().backward();
    if (fused) fused->finish();
    std::vector<Tensor> made;
    for (const auto& [name, tensor] : parameters.all()) made.push_back(tensor.grad().clone());
    return made;
  };
  auto plain = gradients(nullptr);
  ops::Workspace workspace;
  auto fused = gradients(&workspace);
  for (std::size_t i = 0; i < plain.size(); ++i) {
    double scale = std::max(1.0, plain[i].abs().max().item<double>());
    EXPECT_LT((plain[i] - fused[i]).abs().max().item<double>(), 1e-4 * scale) << parameters.all()[i].first;
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, EncoderDecoderTest, testing::ValuesIn(kKinds),
                         [](const auto& kind) { return kind.param.name; });

}  // namespace
}  // namespace heed
