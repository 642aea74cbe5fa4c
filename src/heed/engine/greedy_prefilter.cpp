#include "heed/engine/greedy_prefilter.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "heed/kernels/int8.h"
#include "heed/kernels/pointwise.h"

namespace heed::engine {
namespace {

constexpr int64_t kPair = Product::kOutputsTogether;

}  // namespace

GreedyPrefilter::GreedyPrefilter(std::shared_ptr<const Product> exact, std::vector<float> bias)
    : exact_(std::move(exact)), bias_(std::move(bias)) {
  int64_t inputs = exact_->inputs(), outputs = exact_->outputs();
  std::vector<float> weights(static_cast<std::size_t>(inputs * outputs));
  for (int64_t j = 0; j < outputs; ++j) {
    float* row = weights.data() + j * inputs;
    exact_->read_row(j, row);
    float norm = 0, top = 0;
    for (int64_t k = 0; k < inputs; ++k) {
      norm += std::abs(row[k]);
      top = std::max(top, std::abs(row[k]));
    }
    largest_norm_ = std::max(largest_norm_, norm);
    largest_step_ = std::max(largest_step_, top / 127);
  }
  rounded_ = std::make_unique<Product>(weights.data(), MatrixSize{outputs, inputs}, Precision::int8);
}

float GreedyPrefilter::bound(const float* x) const {
  float least = 0, most = 0, norm = 0;
  for (int64_t k = 0; k < exact_->inputs(); ++k) {
    least = std::min(least, x[k]);
    most = std::max(most, x[k]);
    norm += std::abs(x[k]);
  }
  auto count = static_cast<float>(exact_->inputs());
  float step = (most - least) / static_cast<float>(kernels::int8_levels());
  constexpr float kOfFloats = 1e-4F;  // what sums of floats may be off, and more
  return (step / 2 * largest_norm_ + largest_step_ / 2 * (norm + count * step)) * (1 + kOfFloats) +
         kOfFloats * largest_step_ * 127 * norm;
}

bool GreedyPrefilter::run(const float* x, std::span<const int32_t> separate_tokens, float* outputs) const {
  int64_t columns = exact_->outputs();
  float reach = 2 * bound(x);
  if (rounded_->precision() != Precision::int8 || !std::isfinite(reach)) return false;
  const float* bias = bias_.empty() ? nullptr : bias_.data();
  rounded_->multiply(x, 1, outputs, bias);
  float largest = std::numeric_limits<float>::lowest();
  for (int64_t c = 0; (c = kernels::next_at_least(outputs, c, columns, largest)) < columns; ++c)
    if (std::find(separate_tokens.begin(), separate_tokens.end(), c) == separate_tokens.end())
      largest = outputs[c];
  const int64_t most_pairs = columns / kPair / 4;
  int64_t pairs = 0;
  for (int64_t c = 0; (c = kernels::next_at_least(outputs, c, columns, largest - reach)) < columns; ++c) {
    int64_t first = c / kPair * kPair, width = std::min(kPair, columns - first);
    if (++pairs > most_pairs) return false;
    exact_->multiply_some(x, first, outputs + first, bias);
    c = first + width - 1;
  }
  return true;
}

}  // namespace heed::engine
