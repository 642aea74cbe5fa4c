// A made-up model whose distribution depends on the whole history, so that a wrong parent gives wrong
// numbers. Its "attention" is a fingerprint of the history that its row continues. And every output it has,
// with its score, by enumeration.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "heed/base/random.h"
#include "heed/search/search.h"

namespace heed {

constexpr int32_t kStart = 0, kEnd = 1, kVocabulary = 5, kColumns = 2;
inline const SearchTokens kTokens{kStart, kEnd, {kStart}};

using Ids = std::vector<int32_t>;

class HistoryStepper : public Stepper {
 public:
  // Sentence s has the history {first + s}; `peak` says how unequal the tokens' probabilities are.
  explicit HistoryStepper(int32_t sentences, int32_t first = 100, double peak = 3) : peak_(peak) {
    for (int32_t s = 0; s < sentences; ++s) histories_.push_back({first + s});
  }

  static std::vector<float> distribution(const Ids& history, double peak = 3) {
    Random random(hash_of(history), "step");
    std::vector<float> row(kVocabulary);
    double total = 0;
    for (uint64_t i = 0; i < kVocabulary; ++i) total += std::exp(peak * random.uniform(i));
    for (uint64_t i = 0; i < kVocabulary; ++i)
      row[i] = static_cast<float>(peak * random.uniform(i) - std::log(total));
    return row;
  }
  static std::vector<float> weights(const Ids& history) {
    double x = Random(hash_of(history), "weights").uniform(0);
    return {static_cast<float>(x), static_cast<float>(1 - x)};
  }

  StepOut step(std::span<const int32_t> parents, std::span<const int32_t> tokens) override {
    std::vector<Ids> next;
    log_probs_.clear();
    weights_.clear();
    for (std::size_t r = 0; r < parents.size(); ++r) {
      next.push_back(histories_[static_cast<std::size_t>(parents[r])]);
      next.back().push_back(tokens[r]);
      auto row = distribution(next.back(), peak_), seen = weights(next.back());
      log_probs_.insert(log_probs_.end(), row.begin(), row.end());
      weights_.insert(weights_.end(), seen.begin(), seen.end());
    }
    begin_.assign(parents.size(), 0);
    histories_ = std::move(next);
    ++steps;
    attention_ = {weights_, begin_, 1, kColumns};
    return {log_probs_, kVocabulary, {&attention_, 1}};
  }
  std::vector<AttentionBlock> step_blocks() const override { return {{"decoder", 0, "target", "source"}}; }

  int64_t steps = 0;  // taken so far

 private:
  static uint64_t hash_of(const Ids& history) {
    std::string text;
    for (int32_t token : history) text += std::to_string(token) + ",";
    return hash_name(text);
  }

  double peak_;
  std::vector<Ids> histories_;
  std::vector<float> log_probs_, weights_;
  std::vector<int32_t> begin_;
  StepAttention attention_;
};

inline std::vector<Sentence> sentences_of(std::initializer_list<int32_t> limits) {
  std::vector<Sentence> sentences;
  for (int32_t limit : limits) sentences.push_back({limit, kColumns, sentences.size(), {}});
  return sentences;
}

inline SearchOptions options_with(int64_t beam, LengthPenaltyOptions length_penalty = NoLengthOptions{}) {
  SearchOptions options;
  options.beam = options.n_best = beam;
  options.length_penalty = length_penalty;
  return options;
}

struct Output {
  Ids tokens;
  double log_probability = 0;
  std::vector<double> coverage;
};

// Every output of the sentence {first} of at most `limit` tokens.
inline std::vector<Output> all_outputs(int32_t first, int32_t limit, double peak = 3) {
  std::vector<Output> all;
  std::function<void(const Output&)> grow = [&](const Output& so_far) {
    Ids history = {first, kStart};
    history.insert(history.end(), so_far.tokens.begin(), so_far.tokens.end());
    auto row = HistoryStepper::distribution(history, peak), seen = HistoryStepper::weights(history);
    for (int32_t token = 0; token < kVocabulary; ++token) {
      if (token == kStart) continue;
      Output longer = so_far;
      longer.tokens.push_back(token);
      longer.log_probability += row[static_cast<std::size_t>(token)];
      for (std::size_t c = 0; c < kColumns; ++c) longer.coverage[c] += seen[c];
      if (token == kEnd || static_cast<int32_t>(longer.tokens.size()) == limit) {
        all.push_back(longer);
      } else {
        grow(longer);
      }
    }
  };
  grow({{}, 0, std::vector<double>(kColumns, 0.0)});
  return all;
}

}  // namespace heed
