#include "heed/metrics/alignment_error.h"

#include <algorithm>

#include "heed/base/error.h"

namespace heed {
namespace {

double number_in_both(std::span<const WordLink> links, std::span<const WordLink> others) {
  return static_cast<double>(std::count_if(links.begin(), links.end(), [&](const WordLink& link) {
    return std::binary_search(others.begin(), others.end(), link);
  }));
}

// In percent.
double share(double part, double whole) {
  return whole == 0 ? 100 : 100 * part / whole;
}

double error_rate(std::span<const double> sum) {
  return 100 - share(sum[0] + sum[1], sum[2] + sum[3]);
}

double precision(std::span<const double> sum) {
  return share(sum[1], sum[2]);
}

double recall(std::span<const double> sum) {
  return share(sum[0], sum[3]);
}

}  // namespace

Statistics alignment_statistics(std::span<const WordLink> links, const GoldLinks& gold) {
  return {number_in_both(links, gold.sure), number_in_both(links, gold.possible),
          static_cast<double>(links.size()), static_cast<double>(gold.sure.size())};
}

AlignmentScores alignment_scores(std::span<const Statistics> sentences, const std::string& settings,
                                 const BootstrapOptions& bootstrap) {
  if (sentences.empty()) throw InputError("expected at least one alignment to score, found none");
  const Statistics sum = sum_of(sentences);
  auto score = [&](const char* name, const Finish& finish, double count) {
    Score one;
    one.name = name;
    one.score = finish(sum);
    one.count = static_cast<int64_t>(count);
    one.signature = signature(settings, bootstrap);
    one.interval = interval_of(sentences, finish, bootstrap);
    return one;
  };
  AlignmentScores scores{score("AER", error_rate, sum[2] + sum[3]), score("precision", precision, sum[2]),
                         score("recall", recall, sum[3])};
  scores.error_rate.higher_is_better = false;
  return scores;
}

}  // namespace heed
