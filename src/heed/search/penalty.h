// What turns a hypothesis' log-probability into the score that hypotheses are ranked by: a list of small
// parts, applied in order. Each part also bounds what an open hypothesis can still reach, so that the beam
// knows when to stop. Length normalisation and coverage penalty: Wu et al. 2016 ("Google's neural machine
// translation system"), equation 14.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace heed {

struct SearchOptions;

// What a penalty sees of a complete hypothesis.
struct Complete {
  int32_t length = 0;                // tokens, with the end token
  std::span<const double> coverage;  // of each source token: its weights, mean over heads, summed over steps
};

// The lengths that an open hypothesis can still end with.
struct Reach {
  int32_t shortest = 0, longest = 0;
};

struct Penalty {
  virtual ~Penalty() = default;
  virtual double apply(double score, const Complete& hypothesis) const = 0;
  // No hypothesis that grows from one of this score can get more. Scores only fall while a hypothesis grows.
  virtual double bound(double score, const Reach& reach) const = 0;
  virtual bool needs_coverage() const { return false; }
};

// All penalties that the options ask for.
class Ranking {
 public:
  explicit Ranking(const SearchOptions& options);
  double score(double log_probability, const Complete& hypothesis) const;
  double bound(double log_probability, const Reach& reach) const;
  bool needs_coverage() const;

 private:
  std::vector<std::unique_ptr<Penalty>> penalties_;
};

}  // namespace heed
