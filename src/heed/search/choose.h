// Finds the best continuations of a few rows without sorting the vocabulary: one pass with a heap of as many
// candidates as are wanted.
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
  int32_t token = 0;  // kNone: nothing may follow, and the hypothesis ends here
  // Orders the best first, and ties by row and token, so that the result does not depend on how it was found.
  bool operator<(const Candidate& other) const {
    if (total != other.total) return total > other.total;
    return row != other.row ? row < other.row : token < other.token;
  }
};

constexpr int32_t kNone = -1;

class Chooser {
 public:
  // Starts a new choice of the best `count` continuations.
  void begin(std::size_t count);
  // Offers the continuations of row `row`, whose hypothesis has log-probability `before`. Tokens with
  // probability zero and NaN are ignored.
  void offer(const StepOut& out, int32_t row, double before, const Next& next);
  // The chosen continuations, best first; valid until the next `begin`.
  std::span<const Candidate> chosen();

 private:
  void keep(const Candidate& candidate);

  // A lower bound for the log-probability of a continuation that would be kept.
  float least(double before) const;

  std::size_t count_ = 0;
  std::vector<Candidate> kept_;  // a heap, the worst in front
  std::vector<char> banned_;     // for each column; all zero between calls
};

}  // namespace heed
