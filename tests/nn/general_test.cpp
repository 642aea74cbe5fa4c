#include "heed/nn/attention/scorers/general.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include "gradient_check.h"

namespace heed {
namespace {

TEST(GeneralScorer, IsItsEquation) {
  Parameters parameters = Parameters::draw(1, at::kDouble);
  GeneralScorer scorer(Scope(parameters), 3, 2);
  Tensor query = random_values({1, 1, 1, 3}, "q"), states = random_values({1, 1, 4, 2}, "k");
  Tensor scores = scorer.scores({query, {}}, {scorer.prepare(states), {}, {}});
  for (int64_t j = 0; j < 4; ++j) {
    Tensor expected = query[0][0][0].dot(scorer.key.weight.mv(states[0][0][j]));
    EXPECT_NEAR(scores[0][0][0][j].item<double>(), expected.item<double>(), 1e-12);
  }
}

}  // namespace
}  // namespace heed
