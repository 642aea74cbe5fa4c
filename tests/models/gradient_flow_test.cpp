// How strongly an answer depends on each vector of its input, beside differences of the loss.
#include "heed/models/gradient_flow.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include <cmath>

#include "heed/models/forward_model.h"
#include "heed/models/tensors.h"

namespace heed {
namespace {

enum : std::size_t { kFrames, kLabel };
constexpr int64_t kWidth = 2, kClasses = 3;

Schema schema_of_frames() {
  return {
      {{.name = "frames", .kind = ColumnKind::numbers, .width = kWidth},
       {.name = "label", .kind = ColumnKind::classes, .input = false, .size = kClasses, .sequence = false}}};
}

// log softmax(W mean_t tanh(x_t)): the frames are their own vectors.
class MeanOfFrames : public ForwardModel {
 public:
  explicit MeanOfFrames(const Scope& scope)
      : ForwardModel(schema_of_frames(), scope.parameters()),
        weight_(scope.make("weight", {kClasses, kWidth}, {1, 0})) {}

  Loss loss(const Batch& batch, const Noise&) override {
    return {-answers(forward(embedded(inputs_of(batch)), {}), batch).log_probs.sum(), batch.rows, {}};
  }

 protected:
  Tensor embed(std::size_t, const Tensor& values) const override { return values.to(weight_.scalar_type()); }
  PassResult forward(const std::vector<ColumnInput>& vectors, const Dropout&) const override {
    Tensor mean = ops::mean_over_time(ops::tanh(vectors[kFrames].values), vectors[kFrames].mask);
    return {{{"log_probs", ops::log_softmax(ops::linear(mean, weight_, {})), {""}}}, {}};
  }
  Answers answers(const PassResult& result, const Batch& batch) const override {
    Tensor targets = ids_tensor(batch[kLabel].ids, batch.rows, 1);
    return {result.array("log_probs").gather(1, targets),
            std::vector<int64_t>(static_cast<std::size_t>(batch.rows), 1)};
  }

 private:
  Tensor weight_;
};

Example example_of(std::vector<float> numbers, int32_t label) {
  Example example{std::vector<Column>(2)};
  example[kFrames].numbers = std::move(numbers);
  example[kLabel].ids = {label};
  return example;
}

class GradientFlow : public testing::Test {
 protected:
  double loss_of(const Example& example) {
    const Example* row = &example;
    return model_.loss(make_batch(std::span(&row, 1), schema_), {}).sum.item<double>();
  }

  // ‖∂ loss / ∂ frame‖ by central differences; the step and its sums are exact as floats.
  double norm_by_differences(const Example& example, std::size_t frame) {
    constexpr float kStep = 1.0F / 256;
    double squares = 0;
    for (std::size_t i = frame * kWidth; i < (frame + 1) * kWidth; ++i) {
      Example above = example, below = example;
      above[kFrames].numbers[i] += kStep;
      below[kFrames].numbers[i] -= kStep;
      squares += std::pow((loss_of(above) - loss_of(below)) / (2 * kStep), 2);
    }
    return std::sqrt(squares);
  }

  Schema schema_ = schema_of_frames();
  Parameters parameters_ = Parameters::draw(3, at::kDouble);
  MeanOfFrames model_{Scope(parameters_)};
  std::vector<Example> examples_ = {example_of({0.5F, -1, 0.25F, 2, -0.75F, 0}, 1),
                                    example_of({1, 1, -0.5F, 0.125F}, 2)};
};

TEST_F(GradientFlow, OfNumbersToAClassIsWhatDifferencesOfTheLossSay) {
  std::vector<const Example*> rows = {&examples_[0], &examples_[1]};
  GradientNorms found = model_.gradient_norms(make_batch(rows, schema_), kFrames);
  EXPECT_EQ(found.outputs, (std::vector<int64_t>{1, 1}));
  EXPECT_EQ(found.inputs, (std::vector<int64_t>{3, 2}));
  ASSERT_EQ(found.norms.size(), 2U * 3);
  for (std::size_t row = 0; row < 2; ++row) {
    for (std::size_t frame = 0; frame < static_cast<std::size_t>(found.inputs[row]); ++frame)
      EXPECT_NEAR(found.norms[row * 3 + frame], norm_by_differences(examples_[row], frame), 1e-5);
  }
  EXPECT_EQ(found.norms[5], 0) << "padding has no influence";
}

// A class is answered when all frames were read: the last one is at a distance of 1.
TEST_F(GradientFlow, IsTheMeanOfThePairsOfEachDistance) {
  std::vector<GradientAt> flow = gradient_flow(model_, examples_, schema_, kFrames);
  ASSERT_EQ(flow.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(flow[i].distance, static_cast<int64_t>(i) + 1);
    EXPECT_EQ(flow[i].pairs, i < 2 ? 2 : 1);
    double sum = norm_by_differences(examples_[0], 2 - i);
    if (i < 2) sum += norm_by_differences(examples_[1], 1 - i);
    EXPECT_NEAR(flow[i].norm, sum / static_cast<double>(flow[i].pairs), 1e-5);
  }
}

}  // namespace
}  // namespace heed
