// A score of predictions, with its signature, which tells whether two scores are comparable.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace heed {

// The interval that the score would probably have on other sentences of the same kind: 95 of 100 bootstrap
// samples are inside. It has the scale of the score.
struct Interval {
  double mean = 0, low = 0, high = 0;
};

struct Score {
  std::string name;       // the printed name, "BLEU"
  double score = 0;       // 0 to 100 (an error rate may be greater), or in the unit that the signature names
  int64_t count = 0;      // number of sentences or reference units
  std::string signature;  // settings, "nrefs:1|case:mixed|…"
  bool higher_is_better = true;
  bool percentage = true;  // whether the score is a share, printed with %
  std::string detail;      // printed after the score: precisions, brevity penalty
  // the counts that the score was computed from
  std::vector<std::pair<std::string, std::vector<int64_t>>> counts;
  std::optional<Interval> interval;
};

}  // namespace heed
