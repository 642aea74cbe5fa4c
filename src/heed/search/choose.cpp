#include "heed/search/choose.h"

#include <algorithm>
#include <limits>

namespace heed {

void Chooser::begin(std::size_t count) {
  count_ = count;
  kept_.clear();
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
  if (next.only) return keep({before + log_probs[*next.only], row, *next.only});
  banned_.resize(static_cast<std::size_t>(out.columns));
  for (int32_t token : next.banned) banned_[static_cast<std::size_t>(token)] = 1;
  bool any = false;
  for (int32_t token = 0; token < out.columns; ++token) {
    double total = before + log_probs[token];
    // Most tokens of a large vocabulary go no further than this line.
    if (any && kept_.size() == count_ && total < kept_.front().total) continue;
    if (!(log_probs[token] > -std::numeric_limits<float>::infinity())) continue;
    if (banned_[static_cast<std::size_t>(token)] != 0) continue;
    any = true;
    keep({total, row, token});
  }
  for (int32_t token : next.banned) banned_[static_cast<std::size_t>(token)] = 0;
  if (!any) keep({before, row, kNone});
}

std::span<const Candidate> Chooser::chosen() {
  std::sort_heap(kept_.begin(), kept_.end());
  return kept_;
}

}  // namespace heed
