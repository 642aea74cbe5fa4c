// What every metric is: a function of a sum over sentences. `statistics` says what one sentence adds,
// `describe` what the sum is worth. So a corpus is tokenised once, however often sentences are drawn from it
// again (bootstrap) or grouped (by length).
#pragma once

#include <span>
#include <string>
#include <vector>

#include "heed/base/options.h"
#include "heed/metrics/bootstrap.h"
#include "heed/metrics/score.h"
#include "heed/metrics/tokeniser.h"

namespace heed {

// "exp", "floor", "add-k", "none": see bleu.h.
std::vector<std::string> smoothing_names();

// How metrics are computed, where they leave a choice.
struct MetricOptions {
  std::string tokenize = "13a", smooth = "exp";
  bool lowercase = false;
  static void fields(auto& o, auto&& f) {
    f("tokenize", o.tokenize, "how BLEU cuts lines into tokens", one_of(tokeniser_names()));
    f("lowercase", o.lowercase, "letters that differ in case alone are the same");
    f("smooth", o.smooth, "what BLEU takes for an order without a match", one_of(smoothing_names()));
  }
};

// For every sentence one reference or several.
using References = std::vector<std::vector<std::string>>;

struct Metric {
  virtual ~Metric() = default;
  virtual std::string name() const = 0;      // in recipes and on the command line, "bleu"
  virtual std::string settings() const = 0;  // its own part of the signature, "case:mixed|tok:13a"
  // What a sentence adds: always as many numbers, whatever the sentence.
  virtual Statistics statistics(const std::string& prediction,
                                std::span<const std::string> references) const = 0;
  // 0 – 100; an error rate may be greater.
  virtual double score_of(std::span<const double> sum) const = 0;
  // The score with its name and counts; without signature and interval.
  virtual Score describe(std::span<const double> sum) const = 0;

  // Of every sentence. An InputError unless there is a prediction for a non-empty list of references.
  std::vector<Statistics> sentences(std::span<const std::string> predictions,
                                    const References& references) const;
  Score score(std::span<const std::string> predictions, const References& references,
              const BootstrapOptions& bootstrap = {}) const;
  // From what `sentences` gave.
  Score score(std::span<const Statistics> sentences, const References& references,
              const BootstrapOptions& bootstrap) const;
};

// How every metric reads a line: in lower case if that was asked for, without white space at the end.
std::string prepared(std::string_view line, const MetricOptions& options);
// The signature's "case:mixed" or "case:lc".
std::string case_setting(const MetricOptions& options);

}  // namespace heed
