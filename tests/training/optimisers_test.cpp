#include "heed/training/optimisers.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>
#include <torch/optim/adam.h>
#include <torch/optim/adamw.h>
#include <torch/optim/sgd.h>

#include <cmath>

#include "gradient_check.h"
#include "heed/training/schedule.h"

namespace heed {
namespace {

// Twenty steps of ours and of torch's own from the same weights along the same gradients.
template <class Theirs, class TheirOptions>
double distance_to_torch(const OptimiserOptions& ours, double scale, const TheirOptions& their_options) {
  Tensor weights = random_values({33}, "w", at::kFloat), theirs = weights.clone().requires_grad_(true);
  Tensor slots[2] = {at::zeros({33}), at::zeros({33})};
  auto optimiser = make_optimiser(ours);
  Theirs their_optimiser({theirs}, their_options);
  for (int64_t update = 1; update <= 20; ++update) {
    Tensor gradient = random_values({33}, "g" + std::to_string(update), at::kFloat);
    theirs.mutable_grad() = gradient * scale;
    their_optimiser.step();
    Slices slices{weights.data_ptr<float>(),
                  gradient.data_ptr<float>(),
                  {slots[0].data_ptr<float>(), slots[1].data_ptr<float>()},
                  33};
    optimiser->step(slices, {scale, optimiser->rate(), update});
  }
  return (weights - theirs).abs().max().item<float>();
}

TEST(Optimisers, EqualTorchs) {
  AdamOptions adam;
  adam.rate = 0.01;
  EXPECT_LT(distance_to_torch<torch::optim::Adam>(adam, 0.5, torch::optim::AdamOptions(0.01)), 1e-6);
  AdamWOptions adamw;
  adamw.rate = 0.01;
  adamw.decay = 0.1;
  EXPECT_LT(
      distance_to_torch<torch::optim::AdamW>(adamw, 1, torch::optim::AdamWOptions(0.01).weight_decay(0.1)),
      1e-6);
  for (bool nesterov : {false, true}) {
    SgdOptions sgd{0.05, 0.8, nesterov};
    EXPECT_LT(distance_to_torch<torch::optim::SGD>(
                  sgd, 0.3, torch::optim::SGDOptions(0.05).momentum(0.8).nesterov(nesterov)),
              1e-6);
  }
}

// torch's C++ has no Adadelta: the paper's algorithm 1, in double.
TEST(Adadelta, FollowsThePaper) {
  float weight = 1, gradient = 0, squares_slot = 0, steps_slot = 0;
  double w = 1, squares = 0, steps = 0;
  auto optimiser = make_optimiser(AdadeltaOptions{1.0, 0.9, 1e-6});
  for (int64_t t = 1; t <= 30; ++t) {
    double g = std::cos(static_cast<double>(t));
    squares = 0.9 * squares + 0.1 * g * g;
    double d = -std::sqrt(steps + 1e-6) / std::sqrt(squares + 1e-6) * g;
    steps = 0.9 * steps + 0.1 * d * d;
    w += d;
    gradient = static_cast<float>(g);
    optimiser->step({&weight, &gradient, {&squares_slot, &steps_slot}, 1}, {1, optimiser->rate(), t});
  }
  EXPECT_NEAR(weight, w, 1e-5);
}

TEST(Schedule, RisesAndFallsAsItsNameSays) {
  auto factor = [](const ScheduleOptions& options, int64_t update, int64_t drops = 0) {
    return schedule_factor(options, {update, 1000, drops});
  };
  EXPECT_DOUBLE_EQ(factor(ConstantOptions{{10}}, 5), 0.5);
  EXPECT_DOUBLE_EQ(factor(ConstantOptions{{10}}, 500), 1);
  EXPECT_DOUBLE_EQ(factor(InverseSqrtOptions{{100}}, 100), 1);
  EXPECT_DOUBLE_EQ(factor(InverseSqrtOptions{{100}}, 400), 0.5);
  EXPECT_DOUBLE_EQ(factor(LinearOptions{{0}, 0.0}, 750), 0.25);
  EXPECT_DOUBLE_EQ(factor(LinearOptions{{0}, 0.5}, 1000), 0.5);
  EXPECT_DOUBLE_EQ(factor(HalvingOptions{{0}, 300, 100, 0.5}, 399), 1);
  EXPECT_DOUBLE_EQ(factor(HalvingOptions{{0}, 300, 100, 0.5}, 500), 0.25);
  EXPECT_DOUBLE_EQ(factor(PlateauOptions{{0}, 2, 0.5}, 500, 3), 0.125);
}

TEST(Schedule, LinearEndsWithTheUpdatesOrTheMinutesWhicheverComeFirst) {
  auto factor = [](int64_t update, double spent) {
    return schedule_factor(LinearOptions{{0}, 0.0}, {update, 1000, 0, spent});
  };
  EXPECT_DOUBLE_EQ(factor(100, 0.75), 0.25);
  EXPECT_DOUBLE_EQ(factor(900, 0.5), 0.1);
  EXPECT_DOUBLE_EQ(factor(100, 1.5), 0);
}

}  // namespace
}  // namespace heed
