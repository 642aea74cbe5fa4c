#include "heed/search/draw.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace heed {

void Drawer::weigh(const StepOut& out, int32_t row, const Next& next) {
  auto columns = static_cast<std::size_t>(out.columns);
  auto log_probs = out.log_probs.subspan(static_cast<std::size_t>(row) * columns, columns);
  banned_.resize(columns);
  auto ban = [&](char banned) {
    for (int32_t token : next.banned) {
      int32_t column = out.column_of(token);
      if (column >= 0) banned_[static_cast<std::size_t>(column)] = banned;
    }
  };
  ban(1);
  weighed_.clear();
  double largest = -std::numeric_limits<double>::infinity();
  for (std::size_t c = 0; c < columns; ++c) {
    if (banned_[c] != 0 || !(log_probs[c] > -std::numeric_limits<float>::infinity())) continue;
    weighed_.push_back({log_probs[c], out.token_at(static_cast<int32_t>(c))});
    largest = std::max(largest, weighed_.back().weight);
  }
  ban(0);
  for (Weighed& one : weighed_) one.weight = std::exp((one.weight - largest) / temperature_);
}

// Restores the order of tokens; in the order of weights, rounding could change the draw.
void Drawer::keep_likeliest() {
  std::size_t most = top_k_ > 0 ? static_cast<std::size_t>(top_k_) : weighed_.size();
  if (most >= weighed_.size() && top_p_ >= 1) return;
  if (most < weighed_.size()) {
    std::nth_element(weighed_.begin(), weighed_.begin() + static_cast<std::ptrdiff_t>(most), weighed_.end(),
                     [](const Weighed& a, const Weighed& b) { return b < a; });
    weighed_.resize(most);
  }
  if (top_p_ < 1) keep_top_p();
  std::sort(weighed_.begin(), weighed_.end(),
            [](const Weighed& a, const Weighed& b) { return a.token < b.token; });
}

// Takes the most probable tokens off a heap until they have enough of the total probability.
void Drawer::keep_top_p() {
  double wanted = 0, taken = 0;
  for (const Weighed& one : weighed_) wanted += top_p_ * one.weight;
  auto end = weighed_.end();
  std::make_heap(weighed_.begin(), end);
  while (end != weighed_.begin() && taken < wanted) {
    std::pop_heap(weighed_.begin(), end);
    taken += (--end)->weight;
  }
  weighed_.erase(weighed_.begin(), end);  // the taken ones stand behind
}

int32_t Drawer::draw(const StepOut& out, int32_t row, const Next& next, double uniform) {
  if (next.only) return *next.only;
  weigh(out, row, next);
  keep_likeliest();
  double sum = 0, passed = 0;
  for (const Weighed& one : weighed_) sum += one.weight;
  for (const Weighed& one : weighed_) {
    passed += one.weight;
    if (uniform * sum < passed) return one.token;
  }
  return weighed_.empty() ? -1 : weighed_.back().token;
}

}  // namespace heed
