#include <ATen/ATen.h>

#include "heed/nn/attention/normalisers/hard.h"

namespace heed {
namespace {

// Uniform numbers in [0, 1), one for each row of `like` [B,H,Tq,Tk].
Tensor uniform(const Tensor& like, const Random& random) {
  Tensor numbers = at::empty({like.size(0), like.size(1), like.size(2), 1}, at::kDouble);
  for (int64_t i = 0; i < numbers.numel(); ++i)
    numbers.data_ptr<double>()[i] = random.uniform(static_cast<uint64_t>(i));
  return numbers;
}

// One at the position that each row draws by its probabilities, zero elsewhere. A row of zeros stays zero.
Tensor drawn(const Tensor& probabilities, const Random& random) {
  Tensor sums = probabilities.detach().to(at::kDouble).cumsum(-1);
  Tensor total = sums.narrow(-1, sums.size(-1) - 1, 1);
  Tensor index = (sums <= uniform(probabilities, random) * total).sum(-1, true);
  Tensor one = at::zeros_like(probabilities).scatter(-1, index.clamp_max(sums.size(-1) - 1), 1.0);
  return one * (total > 0).to(probabilities.scalar_type());
}

}  // namespace

Chosen HardNormaliser::choose(const ops::Masked& from, const StepNoise& noise) const {
  if (!noise.active()) return {ops::normalise_hard(from), {}, {}, {}};
  Tensor soft = ops::normalise_softmax(from.scores, from.mask, from.bias, 1.0);
  Tensor hard = drawn(soft, noise.at_step("attention.draw"));
  Tensor log_soft = at::log(soft.clamp_min(1e-30));
  Chosen chosen;
  chosen.probabilities = soft;
  chosen.entropy = -(soft * log_soft).sum(-1);
  chosen.log_probability = (hard * log_soft).sum(-1);
  // Each example draws once, for all its steps, whether it uses the expectation.
  Tensor numbers = uniform(soft.narrow(1, 0, 1).narrow(2, 0, 1), noise.at("attention.expectation"));
  Tensor expects = numbers < expectation;  // [B,1,1,1]
  chosen.weights = at::where(expects, soft, hard);
  chosen.log_probability = chosen.log_probability * expects.logical_not().squeeze(-1).to(soft.scalar_type());
  return chosen;
}

}  // namespace heed
