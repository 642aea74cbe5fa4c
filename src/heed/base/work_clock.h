// Measures how long a training has worked: the processor time of all threads of the process, divided by the
// number of workers. On an idle machine that is about the elapsed time. On a busy one the clock stands while
// other processes run, so that a training with a limit of time (training.minutes) makes as many updates
// there.
#pragma once

#include <cstdint>
#include <ctime>

namespace heed {

class WorkClock {
 public:
  // The clock starts at 0. `workers` is at least 1.
  explicit WorkClock(int64_t workers) : workers_(static_cast<double>(workers)), start_(now()) {}
  // The seconds of work since construction.
  double seconds() const { return (now() - start_) / workers_; }

 private:
  static double now() {
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
  }

  double workers_, start_;
};

}  // namespace heed
