// Threads that are started when they are first needed and then kept for the next piece of work.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <future>
#include <mutex>
#include <thread>
#include <vector>

namespace heed {

// A pool never has more than `thread_count()` threads of its own. Its functions may be called from any thread
// except the pool's own: work that waits for its own pool would wait for ever. If the system has no memory
// for another thread, they throw std::system_error or std::bad_alloc before any work has begun.
class ThreadPool {
 public:
  // `threads` is at least 1. The constructor starts none of them. Each thread of the pool calls `at_start`
  // once, before its first work; it must not throw.
  explicit ThreadPool(int64_t threads, std::function<void()> at_start = {});
  // The destructor waits for all background work, whether it has begun or not.
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  int64_t thread_count() const { return count_; }

  // Calls job(worker) once on every thread of the pool, with workers numbered from 0, and waits for all of
  // them. If several throw, the exception of the lowest worker is rethrown. A worker is the same thread in
  // every call. A thread that is busy with background work joins when that ends.
  void run(const std::function<void(int64_t worker)>& job);

  // Calls work(0) … work(count − 1) on thread_count() threads, of which the calling thread is one: each takes
  // the next number when it is free. A single piece, or a pool of one thread, needs no other thread than the
  // calling one. After a piece has thrown no other begins; the first exception is rethrown when all have
  // ended.
  void for_each(std::size_t count, const std::function<void(std::size_t)>& work);

  // Calls work() on a thread of the pool while the caller goes on. Background work begins in the order of the
  // calls, when a thread is free. The future, which may be dropped, holds the exception that the work throws.
  std::future<void> start(std::function<void()> work);

 private:
  struct Worker {
    std::thread thread;
    bool called = false;  // It has not yet begun the current job.
    std::exception_ptr error;
  };

  // Lets the first `workers` threads begin `job`, which must live until wait() has returned.
  void call(int64_t workers, const std::function<void(int64_t)>& job);
  // Waits for the end of the job and rethrows the exception of its lowest worker.
  void wait();
  // Starts the missing ones of `count` threads. The caller holds mutex_.
  void start_threads(std::size_t count);
  void serve(std::size_t worker);
  // Both are called and return with `lock` held, and work without it.
  void take_part(std::size_t worker, std::unique_lock<std::mutex>& lock);
  void work_in_background(std::unique_lock<std::mutex>& lock);

  const int64_t count_;
  const std::function<void()> at_start_;
  std::mutex jobs_;   // Held for the length of a job: jobs of several callers take turns.
  std::mutex mutex_;  // Guards what follows.
  std::condition_variable work_there_, job_done_;
  std::vector<Worker> workers_;
  const std::function<void(int64_t)>* job_ = nullptr;
  int64_t running_ = 0;                                // Workers that have not finished the current job.
  std::deque<std::packaged_task<void()>> background_;  // Not begun.
  std::size_t unfinished_background_ = 0;
  bool stop_ = false;
};

// ThreadPool::for_each for callers that have no pool: the threads are started for this call, and no more of
// them than there are pieces.
void for_each_in_parallel(std::size_t count, int64_t threads, const std::function<void(std::size_t)>& work);

// The number of processors that this process may use, at least 1.
int64_t processor_count();

}  // namespace heed
