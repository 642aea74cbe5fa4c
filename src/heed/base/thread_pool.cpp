#include "heed/base/thread_pool.h"

#include <sched.h>

#include <algorithm>
#include <atomic>
#include <utility>

namespace heed {

ThreadPool::ThreadPool(int64_t threads, std::function<void()> at_start)
    : count_(std::max<int64_t>(1, threads)), at_start_(std::move(at_start)) {}

ThreadPool::~ThreadPool() {
  {
    std::lock_guard lock(mutex_);
    stop_ = true;
  }
  work_there_.notify_all();
  for (Worker& worker : workers_) worker.thread.join();
}

void ThreadPool::run(const std::function<void(int64_t)>& job) {
  std::lock_guard turn(jobs_);
  call(count_, job);
  wait();
}

void ThreadPool::for_each(std::size_t count, const std::function<void(std::size_t)>& work) {
  std::atomic<std::size_t> next = 0;
  std::exception_ptr failure;
  std::mutex guard;
  const std::function<void(int64_t)> take = [&](int64_t) {
    for (std::size_t i = next++; i < count; i = next++) {
      try {
        work(i);
      } catch (...) {
        std::lock_guard lock(guard);
        if (!failure) failure = std::current_exception();
        next = count;
      }
    }
  };
  if (int64_t threads = std::min(count_, static_cast<int64_t>(count)); threads > 1) {
    std::lock_guard turn(jobs_);
    call(threads - 1, take);
    take(threads - 1);
    wait();
  } else {
    take(0);
  }
  if (failure) std::rethrow_exception(failure);
}

std::future<void> ThreadPool::start(std::function<void()> work) {
  std::packaged_task<void()> task(std::move(work));
  std::future<void> done = task.get_future();
  {
    std::lock_guard lock(mutex_);
    start_threads(std::min(static_cast<std::size_t>(count_), unfinished_background_ + 1));
    background_.push_back(std::move(task));
    ++unfinished_background_;
  }
  work_there_.notify_all();
  return done;
}

void ThreadPool::call(int64_t workers, const std::function<void(int64_t)>& job) {
  {
    std::lock_guard lock(mutex_);
    start_threads(static_cast<std::size_t>(workers));
    job_ = &job;
    running_ = workers;
    for (int64_t i = 0; i < workers; ++i) workers_[static_cast<std::size_t>(i)].called = true;
  }
  work_there_.notify_all();
}

void ThreadPool::wait() {
  std::unique_lock lock(mutex_);
  job_done_.wait(lock, [&] { return running_ == 0; });
  std::exception_ptr first;
  for (Worker& worker : workers_) {
    std::exception_ptr error = std::exchange(worker.error, nullptr);
    if (!first) first = error;
  }
  if (first) std::rethrow_exception(first);
}

void ThreadPool::start_threads(std::size_t count) {
  while (workers_.size() < count) {
    std::size_t worker = workers_.size();
    workers_.emplace_back();
    try {
      workers_.back().thread = std::thread([this, worker] { serve(worker); });
    } catch (...) {
      workers_.pop_back();
      throw;
    }
  }
}

void ThreadPool::serve(std::size_t worker) {
  if (at_start_) at_start_();
  std::unique_lock lock(mutex_);
  for (;;) {
    work_there_.wait(lock, [&] { return stop_ || workers_[worker].called || !background_.empty(); });
    if (workers_[worker].called)
      take_part(worker, lock);
    else if (!background_.empty())
      work_in_background(lock);
    else
      return;
  }
}

void ThreadPool::take_part(std::size_t worker, std::unique_lock<std::mutex>& lock) {
  workers_[worker].called = false;
  lock.unlock();
  std::exception_ptr error;
  try {
    (*job_)(static_cast<int64_t>(worker));
  } catch (...) {
    error = std::current_exception();
  }
  lock.lock();
  workers_[worker].error = std::move(error);
  if (--running_ == 0) job_done_.notify_one();
}

void ThreadPool::work_in_background(std::unique_lock<std::mutex>& lock) {
  {
    std::packaged_task<void()> task = std::move(background_.front());
    background_.pop_front();
    lock.unlock();
    task();
  }
  lock.lock();
  --unfinished_background_;
}

void for_each_in_parallel(std::size_t count, int64_t threads, const std::function<void(std::size_t)>& work) {
  ThreadPool(threads).for_each(count, work);
}

int64_t processor_count() {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) == 0) return std::max(1, CPU_COUNT(&set));
  return std::max<int64_t>(1, std::thread::hardware_concurrency());
}

}  // namespace heed
