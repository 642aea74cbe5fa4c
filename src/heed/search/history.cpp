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
  Glances glances;
  if (!out.weights.empty()) {
    glances.heads = out.heads;
    glances.width = out.width;
    glances.begin.assign(out.begin.begin(), out.begin.end());
    glances.weights.assign(out.weights.begin(), out.weights.end());
  }
  steps_.push_back(std::move(glances));
}

int32_t History::add(int32_t parent, int32_t row, int32_t token) {
  auto column = static_cast<std::size_t>(row) * static_cast<std::size_t>(out_.columns) +
                static_cast<std::size_t>(token);
  float log_prob = out_.log_probs[column];
  links_.push_back({parent, row, token, length(parent) + 1, log_prob, total(parent) + log_prob});
  return static_cast<int32_t>(links_.size()) - 1;
}

void History::read_tokens(int32_t link, std::vector<int32_t>& tokens) const {
  tokens.resize(static_cast<std::size_t>(length(link)));
  for (; link >= 0; link = at(link).parent)
    tokens[static_cast<std::size_t>(at(link).length - 1)] = at(link).token;
}

std::vector<double> History::coverage(int32_t leaf, int32_t columns) const {
  std::vector<double> sums(static_cast<std::size_t>(columns), 0.0);
  for (int32_t link = leaf; link >= 0; link = at(link).parent) {
    const Glances& step = glances(at(link));
    if (step.weights.empty())
      throw OptionError("search.coverage_penalty: expected a model with attention, found one without");
    auto row = static_cast<std::size_t>(at(link).row);
    const float* weights = step.weights.data() + row * static_cast<std::size_t>(step.heads * step.width);
    for (int32_t head = 0; head < step.heads; ++head, weights += step.width) {
      int32_t begin = step.begin[row];
      for (int32_t c = std::max(begin, 0); c < std::min(begin + step.width, columns); ++c)
        sums[static_cast<std::size_t>(c)] += static_cast<double>(weights[c - begin]) / step.heads;
    }
  }
  return sums;
}

double History::score(int32_t leaf, const Sentence& sentence, const Ranking& ranking) const {
  std::vector<double> sums;
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
    hypothesis.token_scores.push_back(link->log_prob);
    if (step.weights.empty()) continue;
    auto row = static_cast<std::size_t>(link->row);
    auto size = static_cast<std::size_t>(step.heads * step.width);
    auto from = std::span(step.weights).subspan(row * size, size);
    hypothesis.begin.push_back(step.begin[row]);
    hypothesis.weights.insert(hypothesis.weights.end(), from.begin(), from.end());
    hypothesis.heads = step.heads;
    hypothesis.width = step.width;
  }
  hypothesis.log_probability = total(leaf);
  hypothesis.score = score(leaf, sentence, ranking);
  hypothesis.ended = at(leaf).token == end;
  return hypothesis;
}

}  // namespace heed
