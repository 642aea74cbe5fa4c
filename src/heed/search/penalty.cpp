#include "heed/search/penalty.h"

#include <algorithm>

#include "heed/search/options.h"

namespace heed {

Ranking::Ranking(const SearchOptions& options) {
  penalties_.push_back(std::visit([](const auto& o) { return o.make(); }, options.length_penalty));
  if (options.coverage_penalty > 0) penalties_.push_back(make_coverage_penalty(options.coverage_penalty));
}

double Ranking::score(double log_probability, const Complete& hypothesis) const {
  for (const auto& penalty : penalties_) log_probability = penalty->apply(log_probability, hypothesis);
  return log_probability;
}

double Ranking::bound(double log_probability, const Reach& reach) const {
  for (const auto& penalty : penalties_) log_probability = penalty->bound(log_probability, reach);
  return log_probability;
}

bool Ranking::needs_coverage() const {
  return std::any_of(penalties_.begin(), penalties_.end(), [](const auto& p) { return p->needs_coverage(); });
}

}  // namespace heed
