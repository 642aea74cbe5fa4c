// How long a training has worked: the time that the process's threads were on a processor, shared among the
// workers. On a quiet machine that is the time on the wall; on a busy one it does not run while others do, so
// that what is trained under a limit (training.minutes) learns as much there.
#pragma once

#include <cstdint>
#include <ctime>

namespace heed {

class WorkClock {
 public:
  explicit WorkClock(int64_t workers) : workers_(static_cast<double>(workers)), start_(now()) {}
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
