// A number that judges predictions, with how it was computed, so that two numbers can be compared or seen not
// to be.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace heed {

// Where the number would lie on other sentences of the kind: what 95 of 100 bootstrap samples gave.
// On the scale of the score.
struct Interval {
  double mean = 0, low = 0, high = 0;
};

struct Score {
  std::string name;       // as it is printed, "BLEU"
  double score = 0;       // 0 – 100 (an error rate may be greater), or in the unit that the signature names
  int64_t count = 0;      // over how many sentences or reference units
  std::string signature;  // settings, "nrefs:1|case:mixed|…"
  bool higher_is_better = true;
  bool percentage = true;  // a share of something, printed with %
  std::string detail;      // what is printed behind the score: precisions, brevity penalty
  std::vector<std::pair<std::string, std::vector<int64_t>>> counts;  // that the score was computed from
  std::optional<Interval> interval;
};

}  // namespace heed
