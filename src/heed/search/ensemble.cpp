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

bool look_alike(const StepOut& a, const StepOut& b) {
  return a.heads == b.heads && a.width == b.width && a.weights.size() == b.weights.size() &&
         std::equal(a.begin.begin(), a.begin.end(), b.begin.begin(), b.begin.end());
}

}  // namespace

Ensemble::Ensemble(std::vector<std::unique_ptr<Stepper>> members, Mean mean)
    : members_(std::move(members)), mean_(mean) {}

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
  bool alike = std::all_of(outs_.begin(), outs_.end(), [&](const StepOut& o) { return look_alike(o, out); });
  if (!alike || out.weights.empty()) return out;
  weights_.assign(out.weights.size(), 0.0F);
  for (const StepOut& member : outs_) {
    for (std::size_t i = 0; i < weights_.size(); ++i)
      weights_[i] += member.weights[i] / static_cast<float>(outs_.size());
  }
  out.weights = weights_;
  return out;
}

}  // namespace heed
