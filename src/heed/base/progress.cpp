#include "heed/base/progress.h"

#include <algorithm>
#include <cstdio>

#include "heed/base/log.h"

namespace heed {

Progress::Progress(const std::string& title, int64_t total, int64_t done)
    : title_(title),
      total_(std::max<int64_t>(total, 1)),
      first_(done),
      done_(done),
      terminal_(stderr_is_terminal()),
      start_(std::chrono::steady_clock::now()),
      drawn_(start_) {}

Progress::~Progress() {
  if (shown_ && terminal_) set_status("");
}

void Progress::update(int64_t done, const std::string& note, double share) {
  done_ = done;
  note_ = note;
  share_ = std::clamp(std::max(share, static_cast<double>(done) / static_cast<double>(total_)), 0.0, 1.0);
  auto now = std::chrono::steady_clock::now();
  auto interval = terminal_ ? std::chrono::milliseconds(100) : std::chrono::milliseconds(10'000);
  if (now - drawn_ < interval) return;
  drawn_ = now;
  shown_ = true;
  if (terminal_)
    set_status(text(false));
  else
    say(text(false));
}

void Progress::finish() {
  if (!shown_) return;
  shown_ = false;
  if (terminal_) set_status("");
  say(text(true));
}

std::string Progress::text(bool full) const {
  double elapsed = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  double before = static_cast<double>(first_) / static_cast<double>(total_);
  bool foreseen = !full && share_ > before && share_ < 1;
  std::string time =
      foreseen ? duration(elapsed * (1 - share_) / (share_ - before)) + " left" : duration(elapsed);
  std::string bar;
  if (terminal_) {
    constexpr int kWidth = 24;
    int filled = full ? kWidth : static_cast<int>(kWidth * share_);
    for (int i = 0; i < kWidth; ++i) bar += i < filled ? "█" : "░";
    bar += " ";
  }
  // Work may end before all its steps are made: then the number that was made is what there is to say.
  std::string count = std::to_string(done_) + (full && done_ != total_ ? "" : "/" + std::to_string(total_));
  return title_ + " " + bar + count + ", " + note_ + ", " + time;
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
