#include "heed/training/workers.h"

#include "heed/ops/threads.h"

namespace heed {

Workers::Workers(int64_t count) : errors_(static_cast<std::size_t>(count)) {
  reserve_math_buffers(count + 1);  // the thread that starts them multiplies too
  try {
    for (int64_t worker = 0; worker < count; ++worker)
      threads_.emplace_back([this, worker] { work(worker); });
  } catch (...) {
    stop();
    throw;
  }
}

Workers::~Workers() {
  stop();
}

void Workers::stop() {
  {
    std::lock_guard lock(mutex_);
    stop_ = true;
  }
  start_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void Workers::run(const std::function<void(int64_t)>& job) {
  std::unique_lock lock(mutex_);
  job_ = &job;
  running_ = count();
  ++round_;
  start_.notify_all();
  done_.wait(lock, [&] { return running_ == 0; });
  std::exception_ptr first;
  for (std::exception_ptr& error : errors_) {
    if (error && !first) first = error;
    error = nullptr;
  }
  if (first) std::rethrow_exception(first);
}

void Workers::work(int64_t worker) {
  use_one_math_thread();
  int64_t seen = 0;
  for (;;) {
    std::unique_lock lock(mutex_);
    start_.wait(lock, [&] { return stop_ || round_ != seen; });
    if (stop_) return;
    seen = round_;
    lock.unlock();
    try {
      (*job_)(worker);
    } catch (...) {
      errors_[static_cast<std::size_t>(worker)] = std::current_exception();
    }
    lock.lock();
    if (--running_ == 0) done_.notify_one();
  }
}

}  // namespace heed
