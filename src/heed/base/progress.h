// Reports how far a long piece of work has come to the diagnostics sink (diagnostics.h).
#pragma once

#include <cstdint>
#include <string>

#include "heed/base/diagnostics.h"

namespace heed {

// The progress of one piece of work, from construction to destruction. It is used by one thread at a time.
class Progress {
 public:
  // The work has `total` steps, of which `done` were done by an earlier run, so that the time that is left
  // can be foreseen.
  Progress(const std::string& title, int64_t total, int64_t done = 0);
  // Work that has not been finished by then is reported as abandoned.
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // Reports that `done` steps are done; `note` holds the latest numbers ("loss 0.31, 52,000 words/s").
  // `share`, from 0 to 1, is the part of the work that is done where that is more than the steps say, as in a
  // training whose time is limited too.
  void update(int64_t done, const std::string& note, double share = 0);
  // Reports that the work is done, in however many steps.
  void finish();

 private:
  ProgressState state_;
  bool reported_ = false;  // The sink has heard of the work and not of its end.
};

// "1 h 02 min", "3 min 20 s" or "12 s".
std::string duration(double seconds);

}  // namespace heed
