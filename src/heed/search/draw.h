// One token drawn from what a model gives: p ∝ exp(log p / temperature), over the top_k likeliest of what is
// not banned, and of these over the fewest likeliest that together have top_p (Holtzman et al. 2020, "The
// curious case of neural text degeneration"). Where everything is allowed nothing is sorted.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "heed/search/constraint.h"
#include "heed/search/stepper.h"

namespace heed {

class Drawer {
 public:
  explicit Drawer(const SearchOptions& options)
      : temperature_(options.temperature), top_p_(options.top_p), top_k_(options.top_k) {}
  // `uniform` lies in [0, 1). Below zero if nothing may follow.
  int32_t draw(const StepOut& out, int32_t row, const Next& next, double uniform);

 private:
  struct Weighed {
    double weight;
    int32_t token;
    // Ties by token, so that the order is always the same.
    bool operator<(const Weighed& other) const {
      return weight != other.weight ? weight < other.weight : token > other.token;
    }
  };
  void weigh(const StepOut& out, int32_t row, const Next& next);
  void keep_likeliest();
  void keep_top_p();

  double temperature_, top_p_;
  int64_t top_k_;
  std::vector<Weighed> weighed_;
  std::vector<char> banned_;  // by column; all zero between calls
};

}  // namespace heed
