// Draws one token from a model's distribution: p ∝ exp(log p / temperature), over the top_k most probable
// tokens that are not banned, and of these over the fewest that together have probability top_p (Holtzman et
// al. 2020, "The curious case of neural text degeneration"). Nothing is sorted if all tokens are allowed.
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
  // `uniform` must be in [0, 1). Returns a negative number if nothing may follow.
  int32_t draw(const StepOut& out, int32_t row, const Next& next, double uniform);

 private:
  struct Weighed {
    double weight;
    int32_t token;
    // Orders ties by token, so that the order is always the same.
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
  std::vector<char> banned_;  // for each column; all zero between calls
};

}  // namespace heed
