#include "heed/search/choose.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "heed/kernels/pointwise.h"

namespace heed {

void Chooser::begin(std::size_t count) {
  count_ = count;
  kept_.clear();
  kept_.reserve(count);
}

void Chooser::keep(const Candidate& candidate) {
  if (kept_.size() == count_) {
    if (!(candidate < kept_.front())) return;
    std::pop_heap(kept_.begin(), kept_.end());
    kept_.pop_back();
  }
  kept_.push_back(candidate);
  std::push_heap(kept_.begin(), kept_.end());
}

void Chooser::offer(const StepOut& out, int32_t row, double before, const Next& next) {
  const float* log_probs =
      out.log_probs.data() + static_cast<std::size_t>(row) * static_cast<std::size_t>(out.columns);
  if (next.only) return keep({before + log_probs[out.column_of(*next.only)], row, *next.only});
  banned_.resize(static_cast<std::size_t>(out.columns));
  auto ban = [&](char banned) {
    for (int32_t token : next.banned) {
      int32_t column = out.column_of(token);
      if (column >= 0) banned_[static_cast<std::size_t>(column)] = banned;
    }
  };
  ban(1);
  bool any = false;
  float enough = std::numeric_limits<float>::lowest();
  // Most tokens of a large vocabulary are only scanned.
  for (int64_t c = 0; (c = kernels::next_at_least(log_probs, c, out.columns, enough)) < out.columns; ++c) {
    if (banned_[static_cast<std::size_t>(c)] != 0) continue;
    any = true;
    keep({before + log_probs[c], row, out.token_at(static_cast<int32_t>(c))});
    enough = least(before);
  }
  ban(0);
  if (!any) keep({before, row, kNone});
}

float Chooser::least(double before) const {
  constexpr float kLowest = std::numeric_limits<float>::lowest();
  if (kept_.size() < count_) return kLowest;
  auto needed = static_cast<float>(kept_.front().total - before);
  return std::max(kLowest, std::nextafter(needed, -std::numeric_limits<float>::infinity()));
}

std::span<const Candidate> Chooser::chosen() {
  std::sort_heap(kept_.begin(), kept_.end());
  return kept_;
}

}  // namespace heed
