#include "heed/evaluate/attention_numbers.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "heed/base/error.h"
#include "heed/show/by_words.h"

namespace heed {
namespace {

// Indices into the statistics. After them come two values for each head: rows, and their entropy.
enum : std::size_t { kRows, kEntropy, kSharedRows, kShare, kTokens, kCoveredTokens, kDeviation, kHeads };

// Rows that have weight, and the sum of their entropies.
struct Entropies {
  double rows = 0, sum = 0;
};

Entropies entropies_of(const AttentionMap& map) {
  Entropies entropies;
  auto width = static_cast<std::size_t>(map.width);
  for (std::size_t row = 0; row < map.rows.labels.size(); ++row) {
    auto weights = std::span(map.weights).subspan(row * width, width);
    double sum = 0, weighted = 0;  // Σ w and Σ w ln w: the entropy is ln Σ w − Σ w ln w / Σ w
    for (float weight : weights) {
      if (!(weight > 0)) continue;
      sum += weight;
      weighted += weight * std::log(static_cast<double>(weight));
    }
    if (sum == 0) continue;
    entropies.rows += 1;
    entropies.sum += std::max(0.0, std::log(sum) - weighted / sum);
  }
  return entropies;
}

double received(const AttentionMap& map, std::size_t column) {
  double sum = 0;
  for (std::size_t row = 0; row < map.rows.labels.size(); ++row)
    sum += map.at(static_cast<int64_t>(row), static_cast<int64_t>(column));
  return sum;
}

void add_coverage(const AttentionMap& map, Statistics& statistics) {
  for (std::size_t column = 0; column < map.columns.labels.size(); ++column) {
    if (map.columns.labels[column].special) continue;
    double sum = received(map, column);
    statistics[kTokens] += 1;
    statistics[kCoveredTokens] += sum >= kCovered ? 1 : 0;
    statistics[kDeviation] += std::abs(1 - sum);
  }
}

double mean(double sum, double count) {
  return count == 0 ? 0 : sum / count;
}

// A mean from two places of the sum, times `scale`.
struct Mean {
  std::size_t sum, count;
  double scale;
};

Score mean_score(std::span<const Statistics> outputs, const Mean& of, const BootstrapOptions& bootstrap) {
  Finish finish = [of](std::span<const double> total) {
    return mean(of.scale * total[of.sum], total[of.count]);
  };
  const Statistics total = sum_of(outputs);
  Score score;
  score.score = finish(total);
  score.count = static_cast<int64_t>(total[of.count]);
  score.percentage = of.scale == 100;
  score.interval = interval_of(outputs, finish, bootstrap);
  return score;
}

}  // namespace

Statistics attention_statistics(std::span<const AttentionMap> heads) {
  if (heads.empty()) throw std::logic_error("an output without attention was to be measured");
  Statistics statistics(kHeads);
  AttentionMap map = mean_of_heads(heads);
  Entropies all = entropies_of(map);
  statistics[kRows] = all.rows;
  statistics[kEntropy] = all.sum;
  // A source of one token can only be looked at evenly; it says nothing.
  if (map.columns.labels.size() > 1) {
    statistics[kSharedRows] = all.rows;
    statistics[kShare] = all.sum / std::log(static_cast<double>(map.columns.labels.size()));
  }
  add_coverage(map, statistics);
  for (const AttentionMap& head : heads) {
    Entropies one = entropies_of(head);
    statistics.insert(statistics.end(), {one.rows, one.sum});
  }
  return statistics;
}

AttentionNumbers attention_numbers(std::span<const Statistics> outputs, const BootstrapOptions& bootstrap) {
  if (outputs.empty()) throw InputError("expected at least one output to measure attention of, found none");
  auto score = [&](const char* name, const Mean& of, const char* settings) {
    Score one = mean_score(outputs, of, bootstrap);
    one.name = name;
    one.signature = signature(std::string("heads:mean|") + settings, bootstrap);
    return one;
  };
  AttentionNumbers numbers{score("entropy", {kEntropy, kRows, 1}, "unit:nat"),
                           score("entropy share", {kShare, kSharedRows, 100}, "of:ln-source"),
                           score("coverage", {kCoveredTokens, kTokens, 100}, "from:0.5"),
                           score("coverage deviation", {kDeviation, kTokens, 1}, "unit:weight"),
                           {}};
  const Statistics sum = sum_of(outputs);
  for (std::size_t at = kHeads; at < sum.size(); at += 2)
    numbers.entropy_by_head.push_back(mean(sum[at + 1], sum[at]));
  return numbers;
}

}  // namespace heed
