// A progress bar on a terminal; elsewhere a plain line now and then, so that log files stay readable.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace heed {

class Progress {
 public:
  // `total` steps in all, of which `done` were done before (a resumed run), so that the time left is honest.
  Progress(const std::string& title, int64_t total, int64_t done = 0);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // Shows that `done` steps are done; `note` is what else to say ("loss 0.31, 52,000 words/s").
  void update(int64_t done, const std::string& note);
  // Ends the bar's line; further output starts on a fresh one.
  void finish();

 private:
  void draw(int64_t done, const std::string& note);

  std::string title_;
  int64_t total_, first_;
  bool terminal_, open_ = false;
  std::chrono::steady_clock::time_point start_, drawn_;
};

// "1 h 02 min", "3 min 20 s", "12 s".
std::string duration(double seconds);

}  // namespace heed
