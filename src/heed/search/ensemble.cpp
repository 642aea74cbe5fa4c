#include "heed/search/ensemble.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "heed/base/error.h"

namespace heed {
namespace {

// log Σ exp, with the largest taken out so that nothing overflows.
template <class F>
double log_sum_exp(std::size_t count, F value) {
  double largest = value(0), sum = 0;
  for (std::size_t i = 1; i < count; ++i) largest = std::max(largest, value(i));
  if (!std::isfinite(largest)) return largest;
  for (std::size_t i = 0; i < count; ++i) sum += std::exp(value(i) - largest);
  return largest + std::log(sum);
}

void mean_of_probabilities(std::span<const StepOut> outs, std::vector<float>& mean) {
  double members = std::log(static_cast<double>(outs.size()));
  for (std::size_t i = 0; i < mean.size(); ++i) {
    mean[i] = static_cast<float>(
        log_sum_exp(outs.size(), [&](std::size_t m) -> double { return outs[m].log_probs[i]; }) - members);
  }
}

void mean_of_log_probabilities(std::span<const StepOut> outs, std::vector<float>& mean) {
  for (std::size_t i = 0; i < mean.size(); ++i) {
    double sum = 0;
    for (const StepOut& out : outs) sum += out.log_probs[i];
    mean[i] = static_cast<float>(sum / static_cast<double>(outs.size()));
  }
  auto columns = static_cast<std::size_t>(outs[0].columns);
  for (std::size_t row = 0; row + columns <= mean.size(); row += columns) {
    double norm = log_sum_exp(columns, [&](std::size_t i) -> double { return mean[row + i]; });
    for (std::size_t i = row; i < row + columns; ++i) mean[i] = static_cast<float>(mean[i] - norm);
  }
}

// The mean of the members' weights over the whole source, whatever windows they look through.
void mean_of_weights(std::span<const StepOut> outs, std::vector<float>& mean, std::size_t width) {
  auto heads = static_cast<std::size_t>(outs[0].heads);
  std::size_t lines = outs[0].begin.size() * heads;
  mean.assign(lines * width, 0.0F);
  for (const StepOut& out : outs) {
    for (std::size_t line = 0; line < lines; ++line) {
      int32_t begin = out.begin[line / heads];
      const float* from = out.weights.data() + line * static_cast<std::size_t>(out.width);
      float* to = mean.data() + line * width;
      for (int32_t c = std::max(0, begin); c < std::min(begin + out.width, static_cast<int32_t>(width)); ++c)
        to[c] += from[c - begin] / static_cast<float>(outs.size());
    }
  }
}

}  // namespace

Ensemble::Ensemble(std::vector<std::unique_ptr<Stepper>> members, Mean mean, int32_t columns)
    : members_(std::move(members)), mean_(mean), columns_(columns) {}

StepOut Ensemble::step(std::span<const int32_t> parents, std::span<const int32_t> tokens) {
  outs_.clear();
  for (const auto& member : members_) {
    outs_.push_back(member->step(parents, tokens));
    if (outs_.back().columns != outs_[0].columns)
      throw InputError("an ensemble: expected every model to have the " + std::to_string(outs_[0].columns) +
                       " output tokens of the first, found " + std::to_string(outs_.back().columns) +
                       ": a vocabulary of another model");
  }
  log_probs_.resize(outs_[0].log_probs.size());
  if (mean_ == Mean::probabilities)
    mean_of_probabilities(outs_, log_probs_);
  else
    mean_of_log_probabilities(outs_, log_probs_);
  StepOut out = outs_[0];
  out.log_probs = log_probs_;
  // Members without attention, or with other heads, leave the first's as it is.
  bool same_heads = std::all_of(outs_.begin(), outs_.end(),
                                [&](const StepOut& o) { return o.heads == out.heads && !o.weights.empty(); });
  if (!same_heads) return out;
  mean_of_weights(outs_, weights_, static_cast<std::size_t>(columns_));
  begin_.assign(out.begin.size(), 0);
  out.weights = weights_;
  out.begin = begin_;
  out.width = columns_;
  return out;
}

}  // namespace heed
