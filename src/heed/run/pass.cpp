#include "heed/run/pass.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "heed/base/error.h"

namespace heed {
namespace {

// log Σ exp, with the largest taken out so that nothing overflows.
double log_sum_exp(std::span<const double> values) {
  double largest = *std::max_element(values.begin(), values.end()), sum = 0;
  if (!std::isfinite(largest)) return largest;
  for (double value : values) sum += std::exp(value - largest);
  return largest + std::log(sum);
}

// The array of that name of every member, of the first one's shape.
std::vector<const Array*> arrays_of(std::span<const RawOutput* const> outputs, const std::string& name) {
  std::vector<const Array*> arrays;
  for (const RawOutput* output : outputs) {
    auto own = output->arrays.find(name);
    if (own == output->arrays.end())
      throw InputError("an ensemble: expected every model to put out '" + name +
                       "', found one that does not");
    arrays.push_back(&own->second);
    if (arrays.back()->shape != arrays[0]->shape)
      throw InputError("an ensemble: expected every model to put out '" + name +
                       "' in the shape of the first, found another one");
  }
  return arrays;
}

}  // namespace

MeanPass::MeanPass(std::vector<std::pair<const Pass*, double>> members, Ensemble::Mean mean)
    : members_(std::move(members)), mean_(mean) {
  for (const auto& [member, weight] : members_) {
    if (!(weight >= 0)) throw std::invalid_argument("expected weights of at least 0");
    sum_ += weight;
  }
  if (!(sum_ > 0)) throw std::invalid_argument("expected at least one weight above 0");
}

bool MeanPass::is_thread_safe() const {
  return std::all_of(members_.begin(), members_.end(),
                     [](const auto& member) { return member.first->is_thread_safe(); });
}

std::vector<float> MeanPass::mean_of(std::span<const Array* const> arrays) const {
  std::vector<float> mean(arrays[0]->numbers.size());
  for (std::size_t m = 0; m < arrays.size(); ++m) {
    auto share = static_cast<float>(members_[m].second / sum_);
    for (std::size_t i = 0; i < mean.size(); ++i) mean[i] += share * arrays[m]->numbers[i];
  }
  return mean;
}

std::vector<float> MeanPass::mean_of_log_probs(std::span<const Array* const> arrays) const {
  std::vector<double> mean(arrays[0]->numbers.size()), terms;
  for (std::size_t i = 0; i < mean.size(); ++i) {
    terms.clear();
    double sum = 0;
    for (std::size_t m = 0; m < arrays.size(); ++m) {
      double weight = members_[m].second, log_prob = arrays[m]->numbers[i];
      if (weight == 0) continue;  // it may have log p = −∞
      terms.push_back(std::log(weight) + log_prob);
      sum += weight * log_prob;
    }
    if (mean_ == Ensemble::Mean::probabilities)
      mean[i] = log_sum_exp(terms);
    else
      mean[i] = mean_ == Ensemble::Mean::log_probabilities ? sum / sum_ : sum;
  }
  std::vector<float> normalised;
  auto width = static_cast<std::size_t>(arrays[0]->shape.back());
  for (std::size_t row = 0; row + width <= mean.size() && width > 0; row += width) {
    double norm = log_sum_exp(std::span(mean).subspan(row, width));
    for (std::size_t i = row; i < row + width; ++i) normalised.push_back(static_cast<float>(mean[i] - norm));
  }
  return normalised;
}

std::vector<RawOutput> MeanPass::run(std::span<const Example* const> examples, bool attention) const {
  std::vector<std::vector<RawOutput>> all;
  for (const auto& [member, weight] : members_)
    all.push_back(member->run(examples, attention && all.empty()));
  std::vector<RawOutput> means(examples.size());
  for (std::size_t i = 0; i < means.size(); ++i) {
    std::vector<const RawOutput*> outputs;
    for (const std::vector<RawOutput>& of_member : all) outputs.push_back(&of_member[i]);
    for (const auto& [name, first] : outputs[0]->arrays) {
      std::vector<const Array*> arrays = arrays_of(outputs, name);
      bool log_probs = name == "log_probs" && !first.shape.empty();
      means[i].arrays[name] = {first.shape, log_probs ? mean_of_log_probs(arrays) : mean_of(arrays),
                               first.indices};
    }
    means[i].attention = std::move(all[0][i].attention);
  }
  return means;
}

}  // namespace heed
