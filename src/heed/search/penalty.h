// Penalties turn the log-probability of a hypothesis into the score that hypotheses are ranked by. They form
// a list of small parts that are applied in order. Each part also bounds what an open hypothesis can still
// reach, so that the beam knows when to stop. Length normalisation and coverage penalty: Wu et al. 2016
// ("Google's neural machine translation system"), equation 14.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace heed {

struct SearchOptions;

// The properties of a complete hypothesis that a penalty may use.
struct Complete {
  int32_t length = 0;                // number of tokens, including the end token
  std::span<const double> coverage;  // for each source token: its weights, mean over heads, summed over steps
};

// The lengths that an open hypothesis can still end with.
struct Reach {
  int32_t shortest = 0, longest = 0;
};

struct Penalty {
  virtual ~Penalty() = default;
  virtual double apply(double score, const Complete& hypothesis) const = 0;
  // An upper bound for all continuations of a hypothesis with this score. Scores only fall while a hypothesis
  // grows.
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
