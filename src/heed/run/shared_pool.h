// The threads of a predictor, which stay alive between calls of predict(). Calls from several threads may
// overlap.
#pragma once

#include <functional>
#include <memory>
#include <mutex>

#include "heed/base/thread_pool.h"

namespace heed {

class SharedPool {
 public:
  // Like ThreadPool::for_each, with `threads` threads.
  void for_each(std::size_t count, int64_t threads, const std::function<void(std::size_t)>& work);

 private:
  std::mutex guard_;
  std::shared_ptr<ThreadPool> pool_;
};

}  // namespace heed
