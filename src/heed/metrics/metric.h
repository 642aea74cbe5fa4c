// The interface of metrics. A metric is a function of a sum over sentences: `statistics` gives what one
// sentence adds, `describe` turns the sum into a score. So a corpus is tokenised once, even if sentences are
// resampled (bootstrap) or grouped (by length).
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

// Options of metrics.
struct MetricOptions {
  std::string tokenize = "13a", smooth = "exp";
  bool lowercase = false;
  static void fields(auto& o, auto&& f) {
    f("tokenize", o.tokenize, "how BLEU cuts lines into tokens", one_of(tokeniser_names()));
    f("lowercase", o.lowercase, "ignore case");
    f("smooth", o.smooth, "how BLEU smooths n-gram orders without a match", one_of(smoothing_names()));
  }
};

// One reference or several for every sentence.
using References = std::vector<std::vector<std::string>>;

struct Metric {
  virtual ~Metric() = default;
  virtual std::string name() const = 0;      // the name in recipes and on the command line, "bleu"
  virtual std::string settings() const = 0;  // the metric's part of the signature, "case:mixed|tok:13a"
  // What a sentence adds to the sum. The number of values is the same for all sentences.
  virtual Statistics statistics(const std::string& prediction,
                                std::span<const std::string> references) const = 0;
  // The score of a sum: 0 to 100, or more for an error rate.
  virtual double score_of(std::span<const double> sum) const = 0;
  // The score with its name and counts, but without signature and interval.
  virtual Score describe(std::span<const double> sum) const = 0;

  // The statistics of every sentence. Throws InputError unless every prediction has at least one reference.
  std::vector<Statistics> sentences(std::span<const std::string> predictions,
                                    const References& references) const;
  Score score(std::span<const std::string> predictions, const References& references,
              const BootstrapOptions& bootstrap = {}) const;
  // The score for the statistics that `sentences` returned.
  Score score(std::span<const Statistics> sentences, const References& references,
              const BootstrapOptions& bootstrap) const;
};

// Prepares a line for every metric: without white space at the end, and in lower case if the options ask for
// it.
std::string prepared(std::string_view line, const MetricOptions& options);
// The part of the signature for the case: "case:mixed" or "case:lc".
std::string case_setting(const MetricOptions& options);

}  // namespace heed
