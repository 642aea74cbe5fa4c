#include "heed/search/history.h"

#include <algorithm>
#include <cmath>

#include "heed/base/error.h"

namespace heed {

namespace {

// A model that diverged gives rows of nothing but NaN, which no search can tell from an end.
void require_numbers(const StepOut& out) {
  auto columns = static_cast<std::size_t>(out.columns);
  for (std::size_t at = 0; at < out.log_probs.size(); at += columns) {
    if (std::isnan(out.log_probs[at]) && std::isnan(out.log_probs[at + columns - 1])) {
      throw InputError(
          "the model's output is not a number: its training diverged; train it again with a lower "
          "training.optimiser.rate");
    }
  }
}

}  // namespace

void History::record(const StepOut& out) {
  require_numbers(out);
  out_ = out;
  Glances glances{0, 0, begins_.size(), weights_.size()};
  if (!out.weights.empty()) {
    glances.heads = out.heads;
    glances.width = out.width;
    begins_.insert(begins_.end(), out.begin.begin(), out.begin.end());
    weights_.insert(weights_.end(), out.weights.begin(), out.weights.end());
  }
  steps_.push_back(glances);
}

void History::reserve(std::span<const Sentence> sentences, int64_t width) {
  constexpr int64_t kLinks = 1 << 20;
  int64_t links = 0, steps = 0;
  for (const Sentence& sentence : sentences) {
    links += width * sentence.limit;
    steps = std::max<int64_t>(steps, sentence.limit);
  }
  links_.reserve(static_cast<std::size_t>(std::min(links, kLinks)));
  steps_.reserve(static_cast<std::size_t>(std::min(steps, kLinks)));
}

const float* History::weights(const Link& link) const {
  const Glances& step = glances(link);
  return weights_.data() + step.weights + static_cast<std::size_t>(link.row * step.heads * step.width);
}

int32_t History::add(int32_t parent, int32_t row, int32_t token) {
  auto column = static_cast<std::size_t>(row) * static_cast<std::size_t>(out_.columns) +
                static_cast<std::size_t>(out_.column_of(token));
  float log_prob = out_.log_probs[column];
  links_.push_back({parent, row, token, length(parent) + 1, log_prob, total(parent) + log_prob});
  return static_cast<int32_t>(links_.size()) - 1;
}

void History::read_tokens(int32_t link, std::vector<int32_t>& tokens) const {
  tokens.resize(static_cast<std::size_t>(length(link)));
  for (; link >= 0; link = at(link).parent)
    tokens[static_cast<std::size_t>(at(link).length - 1)] = at(link).token;
}

std::span<const double> History::coverage(int32_t leaf, int32_t columns) const {
  std::vector<double>& sums = coverage_;
  sums.assign(static_cast<std::size_t>(columns), 0.0);
  for (int32_t link = leaf; link >= 0; link = at(link).parent) {
    const Glances& step = glances(at(link));
    if (step.heads == 0)
      throw OptionError("search.coverage_penalty: expected a model with attention, found one without");
    const float* from = weights(at(link));
    int32_t first = begin(at(link));
    for (int32_t head = 0; head < step.heads; ++head, from += step.width) {
      for (int32_t c = std::max(first, 0); c < std::min(first + step.width, columns); ++c)
        sums[static_cast<std::size_t>(c)] += static_cast<double>(from[c - first]) / step.heads;
    }
  }
  return sums;
}

double History::score(int32_t leaf, const Sentence& sentence, const Ranking& ranking) const {
  std::span<const double> sums;
  if (ranking.needs_coverage()) sums = coverage(leaf, sentence.columns);
  return ranking.score(total(leaf), {length(leaf), sums});
}

Hypothesis History::read(int32_t leaf, const Sentence& sentence, const Ranking& ranking, int32_t end) const {
  Hypothesis hypothesis;
  if (leaf < 0) return hypothesis;
  std::vector<const Link*> path(static_cast<std::size_t>(length(leaf)));
  for (int32_t link = leaf; link >= 0; link = at(link).parent)
    path[static_cast<std::size_t>(at(link).length - 1)] = &at(link);
  for (const Link* link : path) {
    const Glances& step = glances(*link);
    hypothesis.tokens.push_back(link->token);
    hypothesis.token_log_probabilities.push_back(link->log_prob);
    if (step.heads == 0) continue;
    const float* from = weights(*link);
    hypothesis.begin.push_back(begin(*link));
    hypothesis.weights.insert(hypothesis.weights.end(), from, from + step.heads * step.width);
    hypothesis.heads = step.heads;
    hypothesis.width = step.width;
  }
  hypothesis.log_probability = total(leaf);
  hypothesis.normalised_log_probability = score(leaf, sentence, ranking);
  hypothesis.ended = at(leaf).token == end;
  return hypothesis;
}

}  // namespace heed
