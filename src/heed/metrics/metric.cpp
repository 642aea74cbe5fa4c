#include "heed/metrics/metric.h"

#include "heed/base/error.h"
#include "heed/metrics/python_text.h"

namespace heed {
namespace {

// The number of references of each sentence; "var" if sentences differ.
std::string number_of_references(const References& references) {
  std::size_t number = references.empty() ? 1 : references[0].size();
  for (const auto& list : references) {
    if (list.size() != number) return "var";
  }
  return std::to_string(number);
}

}  // namespace

std::vector<Statistics> Metric::sentences(std::span<const std::string> predictions,
                                          const References& references) const {
  if (predictions.size() != references.size()) {
    throw InputError("expected as many predictions as references (" + std::to_string(references.size()) +
                     "), found " + std::to_string(predictions.size()));
  }
  std::vector<Statistics> all;
  for (std::size_t i = 0; i < predictions.size(); ++i) {
    if (references[i].empty()) {
      throw InputError("expected a reference for every prediction, found none for number " +
                       std::to_string(i + 1));
    }
    all.push_back(statistics(predictions[i], references[i]));
  }
  return all;
}

Score Metric::score(std::span<const std::string> predictions, const References& references,
                    const BootstrapOptions& bootstrap) const {
  return score(sentences(predictions, references), references, bootstrap);
}

Score Metric::score(std::span<const Statistics> sentences, const References& references,
                    const BootstrapOptions& bootstrap) const {
  if (sentences.empty()) throw InputError("expected at least one prediction to score, found none");
  Score score = describe(sum_of(sentences));
  score.signature = "nrefs:" + number_of_references(references) + "|" + signature(settings(), bootstrap);
  auto finish = [&](std::span<const double> sum) { return score_of(sum); };
  score.interval = interval_of(sentences, finish, bootstrap);
  return score;
}

std::string prepared(std::string_view line, const MetricOptions& options) {
  if (!options.lowercase) return std::string(right_stripped(line));
  return std::string(right_stripped(lowercase(line)));
}

std::string case_setting(const MetricOptions& options) {
  return options.lowercase ? "case:lc" : "case:mixed";
}

}  // namespace heed
