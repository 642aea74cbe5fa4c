#include "heed/search/history.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "heed/base/error.h"

namespace heed {

namespace {

// Throws if a row consists of NaN only, as those of a diverged model do; a search could not tell it from an
// end.
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

History::History(std::span<const AttentionBlock> blocks)
    : blocks_(blocks.size()), alignment_(alignment_block(blocks)) {}

void History::record(const StepOut& out) {
  require_numbers(out);
  out_ = out;
  if (out.attention.size() != blocks_)
    throw std::logic_error("a step returned " + std::to_string(out.attention.size()) +
                           " blocks of attention where " + std::to_string(blocks_) + " were announced");
  for (const StepAttention& block : out.attention) {
    recorded_.push_back({block.heads, block.width, begins_.size(), weights_.size()});
    begins_.insert(begins_.end(), block.begin.begin(), block.begin.end());
    weights_.insert(weights_.end(), block.weights.begin(), block.weights.end());
  }
}

void History::reserve(std::span<const Sentence> sentences, int64_t width) {
  constexpr int64_t kLinks = 1 << 20;
  int64_t links = 0, steps = 0;
  for (const Sentence& sentence : sentences) {
    links += width * sentence.limit;
    steps = std::max<int64_t>(steps, sentence.limit);
  }
  links_.reserve(static_cast<std::size_t>(std::min(links, kLinks)));
  recorded_.reserve(static_cast<std::size_t>(std::min(steps * static_cast<int64_t>(blocks_), kLinks)));
}

const float* History::weights(const Link& link, std::size_t block) const {
  const Recorded& step = recorded(link, block);
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
  if (!alignment_)
    throw OptionError("search.coverage_penalty: expected a model with attention, found one without");
  std::vector<double>& sums = coverage_;
  sums.assign(static_cast<std::size_t>(columns), 0.0);
  for (int32_t link = leaf; link >= 0; link = at(link).parent) {
    const Recorded& step = recorded(at(link), *alignment_);
    const float* from = weights(at(link), *alignment_);
    int32_t first = begin(at(link), *alignment_);
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

AttentionRows History::rows_of(std::span<const Link* const> path, std::size_t block) const {
  AttentionRows rows;
  for (const Link* link : path) {
    rows.heads = recorded(*link, block).heads;
    rows.width = std::max(rows.width, recorded(*link, block).width);
  }
  auto heads = static_cast<std::size_t>(rows.heads), width = static_cast<std::size_t>(rows.width);
  rows.begin.reserve(path.size());
  rows.weights.reserve(path.size() * heads * width);
  for (const Link* link : path) {
    rows.begin.push_back(begin(*link, block));
    const float* from = weights(*link, block);
    auto own = static_cast<std::size_t>(recorded(*link, block).width);
    for (std::size_t head = 0; head < heads; ++head, from += own) {
      rows.weights.insert(rows.weights.end(), from, from + own);
      rows.weights.resize(rows.weights.size() + width - own);
    }
  }
  return rows;
}

Hypothesis History::read(int32_t leaf, const Sentence& sentence, const Ranking& ranking, int32_t end) const {
  Hypothesis hypothesis;
  hypothesis.attention.resize(blocks_);
  if (leaf < 0) return hypothesis;
  std::vector<const Link*> path(static_cast<std::size_t>(length(leaf)));
  for (int32_t link = leaf; link >= 0; link = at(link).parent)
    path[static_cast<std::size_t>(at(link).length - 1)] = &at(link);
  for (const Link* link : path) {
    hypothesis.tokens.push_back(link->token);
    hypothesis.token_log_probabilities.push_back(link->log_prob);
  }
  for (std::size_t block = 0; block < blocks_; ++block) hypothesis.attention[block] = rows_of(path, block);
  hypothesis.log_probability = total(leaf);
  hypothesis.normalised_log_probability = score(leaf, sentence, ranking);
  hypothesis.ended = at(leaf).token == end;
  return hypothesis;
}

}  // namespace heed
