#include "heed/search/ensemble.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "heed/base/error.h"

namespace heed {
namespace {

// log Σ exp, with the largest term factored out so that nothing overflows.
template <class F>
double log_sum_exp(std::size_t count, F value) {
  double largest = value(0), sum = 0;
  for (std::size_t i = 1; i < count; ++i) largest = std::max(largest, value(i));
  if (!std::isfinite(largest)) return largest;
  for (std::size_t i = 0; i < count; ++i) sum += std::exp(value(i) - largest);
  return largest + std::log(sum);
}

using Weights = std::span<const Ensemble::Member>;

double sum_of(Weights members) {
  double sum = 0;
  for (const auto& member : members) sum += member.weight;
  return sum;
}

// Σ_m w_m log p_m of one cell. Members of weight 0 are skipped, because they may have log p = −∞.
double weighted_sum(std::span<const StepOut> outs, Weights members, std::size_t cell) {
  double sum = 0;
  for (std::size_t m = 0; m < outs.size(); ++m) {
    if (members[m].weight > 0) sum += members[m].weight * static_cast<double>(outs[m].log_probs[cell]);
  }
  return sum;
}

// log_weights holds log w_m for each member, then log Σ_m w_m.
void mean_of_probabilities(std::span<const StepOut> outs, std::span<const double> log_weights,
                           std::vector<float>& mean) {
  for (std::size_t i = 0; i < mean.size(); ++i) {
    auto term = [&](std::size_t m) -> double { return outs[m].log_probs[i] + log_weights[m]; };
    mean[i] = static_cast<float>(log_sum_exp(outs.size(), term) - log_weights.back());
  }
}

void mean_of_log_probabilities(std::span<const StepOut> outs, Weights members, std::vector<float>& mean) {
  double total = sum_of(members);
  for (std::size_t i = 0; i < mean.size(); ++i)
    mean[i] = static_cast<float>(weighted_sum(outs, members, i) / total);
  auto columns = static_cast<std::size_t>(outs[0].columns);
  for (std::size_t row = 0; row + columns <= mean.size(); row += columns) {
    double norm = log_sum_exp(columns, [&](std::size_t i) -> double { return mean[row + i]; });
    for (std::size_t i = row; i < row + columns; ++i) mean[i] = static_cast<float>(mean[i] - norm);
  }
}

// Adds a member's share, weight / total, of its attention to rows of `width` columns that begin at 0.
void add_weights(const StepAttention& from, float weight, float total, std::size_t width, float* to) {
  auto heads = static_cast<std::size_t>(from.heads);
  const float* weights = from.weights.data();
  for (std::size_t line = 0; line < from.begin.size() * heads; ++line, weights += from.width, to += width) {
    int32_t begin = from.begin[line / heads];
    for (int32_t c = std::max(0, begin); c < std::min(begin + from.width, static_cast<int32_t>(width)); ++c)
      to[c] += weight * weights[c - begin] / total;
  }
}

// The first column that no row reaches.
int32_t end_of(const StepAttention& attention) {
  int32_t end = 0;
  for (int32_t begin : attention.begin) end = std::max(end, begin + attention.width);
  return end;
}

}  // namespace

Ensemble::Ensemble(std::vector<Member> members, Mean mean, int32_t columns)
    : members_(std::move(members)), mean_(mean), columns_(columns) {
  for (const Member& member : members_) log_weights_.push_back(std::log(member.weight));
  log_weights_.push_back(std::log(sum_of(members_)));
  std::vector<std::vector<AttentionBlock>> blocks;
  for (std::size_t m = 0; m < members_.size(); ++m) {
    blocks.push_back(members_[m].stepper->step_blocks());
    if (!blocks[m].empty()) attending_.push_back(m);
  }
  if (attending_.empty()) return;
  blocks_ = blocks[attending_[0]];
  double total = 0;
  for (std::size_t m : attending_) total += members_[m].weight;
  bool same = std::all_of(attending_.begin(), attending_.end(), [&](auto m) { return blocks[m] == blocks_; });
  if (!same || total == 0) attending_.resize(1);
  means_.resize(blocks_.size());
  attention_.resize(blocks_.size());
}

StepOut Ensemble::step(std::span<const int32_t> parents, std::span<const int32_t> tokens) {
  outs_.clear();
  for (const Member& member : members_) {
    outs_.push_back(member.stepper->step(parents, tokens));
    if (outs_.back().columns != outs_[0].columns)
      throw InputError("an ensemble: expected every model to have the " + std::to_string(outs_[0].columns) +
                       " output tokens of the first, found " + std::to_string(outs_.back().columns) +
                       ": a vocabulary of another model");
  }
  log_probs_.resize(outs_[0].log_probs.size());
  if (mean_ == Mean::probabilities)
    mean_of_probabilities(outs_, log_weights_, log_probs_);
  else if (mean_ == Mean::log_probabilities)
    mean_of_log_probabilities(outs_, members_, log_probs_);
  else
    for (std::size_t i = 0; i < log_probs_.size(); ++i)
      log_probs_[i] = static_cast<float>(weighted_sum(outs_, members_, i));
  StepOut out = outs_[0];
  out.log_probs = log_probs_;
  out.attention = mean_attention();
  return out;
}

std::span<const StepAttention> Ensemble::mean_attention() {
  if (attending_.empty()) return {};
  std::span<const StepAttention> first = outs_[attending_[0]].attention;
  if (attending_.size() == 1) return first;
  for (std::size_t block = 0; block < blocks_.size(); ++block) {
    if (!mean_of_block(block)) attention_[block] = first[block];
  }
  return attention_;
}

bool Ensemble::mean_of_block(std::size_t block) {
  const StepAttention& first = outs_[attending_[0]].attention[block];
  int32_t width = blocks_[block].columns != blocks_[block].rows ? columns_ : 0;
  double total = 0;
  for (std::size_t m : attending_) {
    const StepAttention& one = outs_[m].attention[block];
    if (one.heads != first.heads) return false;
    if (blocks_[block].columns == blocks_[block].rows) width = std::max(width, end_of(one));
    total += members_[m].weight;
  }
  auto& [weights, begin] = means_[block];
  begin.assign(first.begin.size(), 0);
  weights.assign(begin.size() * static_cast<std::size_t>(first.heads * width), 0.0F);
  for (std::size_t m : attending_)
    add_weights(outs_[m].attention[block], static_cast<float>(members_[m].weight), static_cast<float>(total),
                static_cast<std::size_t>(width), weights.data());
  attention_[block] = {weights, begin, first.heads, width};
  return true;
}

Ensemble::Mean ensemble_mean(const SearchOptions& options) {
  if (options.ensemble == "sum") return Ensemble::Mean::sum;
  return options.ensemble == "probabilities" ? Ensemble::Mean::probabilities
                                             : Ensemble::Mean::log_probabilities;
}

}  // namespace heed
