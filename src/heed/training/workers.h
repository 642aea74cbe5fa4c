// Threads that do the same job side by side, each on its share, with one math thread each.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace heed {

class Workers {
 public:
  // Throws std::bad_alloc or std::system_error if there is no memory for so many.
  explicit Workers(int64_t count);
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  int64_t count() const { return static_cast<int64_t>(threads_.size()); }
  // Calls job(worker) on every worker and waits for all. If several throw, the first worker's exception is
  // thrown.
  void run(const std::function<void(int64_t)>& job);

 private:
  void work(int64_t worker);
  void stop();

  std::mutex mutex_;
  std::condition_variable start_, done_;
  const std::function<void(int64_t)>* job_ = nullptr;
  int64_t round_ = 0, running_ = 0;
  bool stop_ = false;
  std::vector<std::exception_ptr> errors_;
  std::vector<std::thread> threads_;
};

}  // namespace heed
