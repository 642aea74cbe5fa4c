#include "heed/base/progress.h"

#include <algorithm>
#include <cstdio>

namespace heed {

Progress::Progress(const std::string& title, int64_t total, int64_t done) {
  state_.title = title;
  state_.total = std::max<int64_t>(total, 1);
  state_.before = state_.done = done;
  state_.start = std::chrono::steady_clock::now();
}

Progress::~Progress() {
  Diagnostics* sink = diagnostics();
  if (reported_ && sink != nullptr) sink->progress_abandoned(state_);
}

void Progress::update(int64_t done, const std::string& note, double share) {
  state_.done = done;
  state_.note = note;
  double steps = static_cast<double>(done) / static_cast<double>(state_.total);
  state_.share = std::clamp(std::max(share, steps), 0.0, 1.0);
  reported_ = true;
  if (Diagnostics* sink = diagnostics()) sink->progress(state_);
}

void Progress::finish() {
  if (!reported_) return;
  reported_ = false;
  if (Diagnostics* sink = diagnostics()) sink->progress_finished(state_);
}

std::string duration(double seconds) {
  auto whole = static_cast<long long>(seconds + 0.5);
  char text[64];
  if (whole >= 3600) {
    std::snprintf(text, sizeof text, "%lld h %02lld min", whole / 3600, whole % 3600 / 60);
  } else if (whole >= 60) {
    std::snprintf(text, sizeof text, "%lld min %02lld s", whole / 60, whole % 60);
  } else {
    std::snprintf(text, sizeof text, "%lld s", whole);
  }
  return text;
}

}  // namespace heed
