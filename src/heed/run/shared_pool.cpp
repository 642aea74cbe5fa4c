#include "heed/run/shared_pool.h"

namespace heed {

void SharedPool::for_each(std::size_t count, int64_t threads, const std::function<void(std::size_t)>& work) {
  std::shared_ptr<ThreadPool> pool;
  {
    std::lock_guard lock(guard_);
    if (!pool_ || pool_->thread_count() != threads) pool_ = std::make_shared<ThreadPool>(threads);
    pool = pool_;
  }
  pool->for_each(count, work);
}

}  // namespace heed
