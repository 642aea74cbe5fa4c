#include "heed/engine/engine.h"

#include "heed/models/saved_model.h"
#include "heed/run/search_predictor.h"
#include "models/encoder_decoder_fixture.h"

namespace heed {
namespace {

class TorchWeights : public engine::WeightStore {
 public:
  explicit TorchWeights(const NamedTensors& tensors) : tensors_(tensors.begin(), tensors.end()) {}
  engine::Parameter get(const std::string& name) const override {
    const Tensor& tensor = tensors_.at(name);
    return {name, tensor.data_ptr<float>(), tensor.sizes().vec()};
  }

 private:
  std::map<std::string, Tensor> tensors_;
};

void expect_near(const std::vector<float>& a, const std::vector<float>& b, float within) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) ASSERT_NEAR(a[i], b[i], within) << i;
}

void expect_near(const AttentionRows& a, const AttentionRows& b) {
  EXPECT_EQ(a.heads, b.heads);
  EXPECT_EQ(a.width, b.width);
  EXPECT_EQ(a.begin, b.begin);
  expect_near(a.weights, b.weights, 1e-5F);
}

TEST_P(EncoderDecoderTest, RunsTheSameInTheEngine) {
  Parameters parameters = Parameters::draw(3);
  auto model = make(parameters);
  TorchWeights weights(parameters.all());
  const SearchTokens tokens = *task_->search_tokens();
  engine::Engine engine(recorded_graphs(*model), weights, task_->schema(), tokens.unknown);
  EXPECT_EQ(engine.attends(), model->generator()->attends());
  EXPECT_EQ(engine.reads_by_attention(), model->generator()->reads_by_attention());
  SearchPredictor fast({&engine}, tokens, task_->schema());
  PredictOptions greedy, beam, given;
  beam.search.beam = beam.search.n_best = 3;
  given.given = true;
  for (const PredictOptions& options : {greedy, beam, given}) {
    auto expected = make_predictor(*model, *task_)->predict(examples_, options),
         found = fast.predict(examples_, options);
    for (std::size_t i = 0; i < examples_.size(); ++i) {
      ASSERT_EQ(found[i].hypotheses.size(), expected[i].hypotheses.size());
      for (std::size_t h = 0; h < found[i].hypotheses.size(); ++h) {
        const Hypothesis &a = found[i].hypotheses[h], &b = expected[i].hypotheses[h];
        ASSERT_EQ(a.tokens, b.tokens);
        expect_near(a.token_log_probabilities, b.token_log_probabilities, 1e-5F);
        ASSERT_EQ(a.attention.size(), b.attention.size());
        for (std::size_t block = 0; block < a.attention.size(); ++block)
          expect_near(a.attention[block], b.attention[block]);
      }
      EXPECT_EQ(found[i].blocks, expected[i].blocks);
      ASSERT_EQ(found[i].attention.size(), expected[i].attention.size());
      for (std::size_t layer = 0; layer < found[i].attention.size(); ++layer) {
        EXPECT_EQ(found[i].attention[layer].block, expected[i].attention[layer].block);
        expect_near(found[i].attention[layer].rows, expected[i].attention[layer].rows);
      }
    }
  }
}

}  // namespace
}  // namespace heed
