#include "heed/base/progress.h"

#include <algorithm>
#include <cstdio>

#include "heed/base/log.h"
#include "heed/base/quoted.h"

namespace heed {

Progress::Progress(const std::string& title, int64_t total, int64_t done)
    : title_(printable(title)),
      total_(std::max<int64_t>(total, 1)),
      first_(done),
      terminal_(stderr_is_terminal()),
      start_(std::chrono::steady_clock::now()),
      drawn_(start_) {}

Progress::~Progress() {
  finish();
}

void Progress::update(int64_t done, const std::string& note) {
  auto now = std::chrono::steady_clock::now();
  auto interval = terminal_ ? std::chrono::milliseconds(100) : std::chrono::milliseconds(10'000);
  if (done < total_ && now - drawn_ < interval) return;
  drawn_ = now;
  draw(done, note);
}

void Progress::draw(int64_t done, const std::string& note) {
  double elapsed = std::chrono::duration<double>(drawn_ - start_).count();
  double rate = elapsed > 0 ? static_cast<double>(done - first_) / elapsed : 0;
  std::string left = rate > 0 && done < total_
                         ? ", " + duration(static_cast<double>(total_ - done) / rate) + " left"
                         : ", " + duration(elapsed);
  if (!terminal_) {
    std::fprintf(stderr, "%s %lld/%lld, %s%s\n", title_.c_str(), static_cast<long long>(done),
                 static_cast<long long>(total_), note.c_str(), left.c_str());
    return;
  }
  constexpr int64_t kWidth = 24;
  int64_t filled = std::min(kWidth, kWidth * done / total_);
  std::string bar;
  for (int64_t i = 0; i < kWidth; ++i) bar += i < filled ? "█" : "░";
  std::fprintf(stderr, "\r\033[K%s %s %lld/%lld, %s%s", title_.c_str(), bar.c_str(),
               static_cast<long long>(done), static_cast<long long>(total_), note.c_str(), left.c_str());
  std::fflush(stderr);
  open_ = true;
}

void Progress::finish() {
  if (open_) std::fputc('\n', stderr);
  open_ = false;
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
