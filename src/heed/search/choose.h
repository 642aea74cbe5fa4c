// The best continuations of a few rows, without sorting a vocabulary: one pass with a heap of as many as are
// wanted.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "heed/search/constraint.h"
#include "heed/search/stepper.h"

namespace heed {

struct Candidate {
  double total = 0;
  int32_t row = 0;
  int32_t token = 0;  // kNone: nothing may follow, the hypothesis ends as it stands
  // Best first; ties by row and token, so that the result never depends on how it was found.
  bool operator<(const Candidate& other) const {
    if (total != other.total) return total > other.total;
    return row != other.row ? row < other.row : token < other.token;
  }
};

constexpr int32_t kNone = -1;

class Chooser {
 public:
  // From here on, the best `count` of what is offered.
  void begin(std::size_t count);
  // The continuations of row `row`, whose hypothesis has log-probability `before`. What has no probability at
  // all, or is not a number, is no continuation.
  void offer(const StepOut& out, int32_t row, double before, const Next& next);
  // Best first; valid until the next `begin`.
  std::span<const Candidate> chosen();

 private:
  void keep(const Candidate& candidate);

  // What a continuation must have at least to be kept; perhaps a little less.
  float least(double before) const;

  std::size_t count_ = 0;
  std::vector<Candidate> kept_;  // a heap, the worst in front
  std::vector<char> banned_;     // by column; all zero between calls
};

}  // namespace heed
