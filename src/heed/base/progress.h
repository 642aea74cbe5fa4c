// How far a long piece of work has come: a bar on a terminal, which stays below all messages (log.h);
// elsewhere a plain line now and then, so that log files stay readable. Work that is over before the first of
// these is due says nothing.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace heed {

class Progress {
 public:
  // `total` steps in all, of which `done` were done before (a resumed run), so that the time left is honest.
  Progress(const std::string& title, int64_t total, int64_t done = 0);
  // Takes an unfinished bar away: the work failed, or was stopped.
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // Shows that `done` steps are done; `note` is what else to say ("loss 0.31, 52,000 words/s"). `share` is
  // how much of the work that is, from 0 to 1, where steps do not tell: a training whose time is limited too.
  void update(int64_t done, const std::string& note, double share = 0);
  // The work is done, however many steps it took: the bar is full, and stays as a line.
  void finish();

 private:
  std::string text(bool full) const;

  std::string title_, note_;
  int64_t total_, first_, done_;
  double share_ = 0;
  bool terminal_, shown_ = false;
  std::chrono::steady_clock::time_point start_, drawn_;
};

// "1 h 02 min", "3 min 20 s", "12 s".
std::string duration(double seconds);

}  // namespace heed
