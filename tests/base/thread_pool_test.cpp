#include "heed/base/thread_pool.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <set>
#include <system_error>

#include "heed/base/error.h"
#include "message.h"

namespace heed {
namespace {

using std::chrono::milliseconds;

// The threads that did some work.
class Seen {
 public:
  void add() {
    std::lock_guard lock(mutex_);
    threads_.insert(std::this_thread::get_id());
  }
  std::size_t count() const { return threads_.size(); }
  bool has_caller() const { return threads_.contains(std::this_thread::get_id()); }

 private:
  std::mutex mutex_;
  std::set<std::thread::id> threads_;
};

TEST(ThreadPool, DoesEachPieceOnce) {
  for (int64_t threads : {1, 2, 3, 8}) {
    ThreadPool pool(threads);
    for (std::size_t count : {0U, 1U, 2U, 7U, 100U}) {
      std::vector<std::atomic<int>> done(count);
      pool.for_each(count, [&](std::size_t i) { ++done[i]; });
      for (std::size_t i = 0; i < count; ++i) EXPECT_EQ(done[i], 1) << i << " of " << count;
    }
  }
}

TEST(ThreadPool, TakesPiecesInOrder) {
  ThreadPool pool(2);
  std::atomic<std::size_t> begun = 0;
  std::atomic<bool> in_order = true;
  pool.for_each(1000, [&](std::size_t i) {
    // All smaller numbers were taken before this one; the other thread may not yet have counted its own.
    if (begun++ + 1 < i) in_order = false;
  });
  EXPECT_TRUE(in_order);
  std::vector<std::size_t> order;
  ThreadPool(1).for_each(5, [&](std::size_t i) { order.push_back(i); });
  EXPECT_EQ(order, (std::vector<std::size_t>{0, 1, 2, 3, 4}));
}

TEST(ThreadPool, OfOneThreadWorksInTheCaller) {
  Seen seen;
  ThreadPool(1).for_each(10, [&](std::size_t) { seen.add(); });
  EXPECT_TRUE(seen.has_caller());
  EXPECT_EQ(seen.count(), 1U);
}

TEST(ThreadPool, DoesASinglePieceInTheCaller) {
  Seen seen;
  std::atomic<int> started = 0;
  ThreadPool(4, [&] { ++started; }).for_each(1, [&](std::size_t) { seen.add(); });
  EXPECT_TRUE(seen.has_caller());
  EXPECT_EQ(started, 0);
}

// Each of three pieces waits until all have begun, which takes three threads.
TEST(ThreadPool, CountsTheCallerAmongItsThreads) {
  Seen seen;
  std::atomic<int> begun = 0, started = 0;
  ThreadPool(3, [&] { ++started; }).for_each(3, [&](std::size_t) {
    seen.add();
    for (++begun; begun < 3;) std::this_thread::yield();
  });
  EXPECT_TRUE(seen.has_caller());
  EXPECT_EQ(seen.count(), 3U);
  EXPECT_EQ(started, 2);
}

TEST(ThreadPool, BeginsNoPieceAfterAFailureAndCanBeUsedAgain) {
  ThreadPool pool(2);
  for (int round = 0; round < 20; ++round) {
    std::atomic<std::size_t> last = 0, done = 0;
    std::string message = message_of<InputError>([&] {
      pool.for_each(1000, [&](std::size_t i) {
        for (std::size_t seen = last; seen < i && !last.compare_exchange_weak(seen, i);) {
        }
        if (i == 3) throw InputError("piece 3");
        if (i > 3) std::this_thread::sleep_for(milliseconds(1));
      });
    });
    EXPECT_EQ(message, "piece 3");
    EXPECT_LT(last, 900U);
    pool.for_each(50, [&](std::size_t) { ++done; });
    EXPECT_EQ(done, 50U);
  }
}

TEST(ThreadPool, RunsAJobOnceOnEveryThread) {
  std::atomic<int> started = 0, sum = 0;
  ThreadPool pool(3, [&] { ++started; });
  Seen seen;
  std::vector<std::thread::id> first(3);
  pool.run([&](int64_t worker) { first[static_cast<std::size_t>(worker)] = std::this_thread::get_id(); });
  for (int round = 0; round < 100; ++round) {
    pool.run([&](int64_t worker) {
      seen.add();
      EXPECT_EQ(first[static_cast<std::size_t>(worker)], std::this_thread::get_id());
      sum += static_cast<int>(worker) + 1;
    });
  }
  EXPECT_EQ(sum, 600);
  EXPECT_EQ(seen.count(), 3U);
  EXPECT_FALSE(seen.has_caller());
  EXPECT_EQ(started, 3);
}

TEST(ThreadPool, RethrowsTheErrorOfTheLowestWorkerAndCanBeUsedAgain) {
  ThreadPool pool(3);
  std::string message = message_of<InputError>([&] {
    pool.run([](int64_t worker) {
      if (worker == 1) std::this_thread::sleep_for(milliseconds(20));
      if (worker > 0) throw InputError("worker " + std::to_string(worker));
    });
  });
  EXPECT_EQ(message, "worker 1");
  std::atomic<int> count = 0;
  pool.run([&](int64_t) { ++count; });
  EXPECT_EQ(count, 3);
}

#ifndef __SANITIZE_ADDRESS__  // which needs more address space than this limit
TEST(ThreadPool, BeginsNothingIfTheSystemGivesItNoThreadAndCanBeUsedAgain) {
  constexpr int64_t kThreads = 40;  // more than those whose stacks the C library keeps
  ThreadPool pool(kThreads);
  std::atomic<int64_t> begun = 0;
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_AS, &before), 0);
  rlimit tight = before;
  tight.rlim_cur = 1 << 20;
  ASSERT_EQ(::setrlimit(RLIMIT_AS, &tight), 0);
  bool refused = false;
  try {
    pool.run([&](int64_t) { ++begun; });
  } catch (const std::system_error& error) {
    refused = error.code() == std::errc::resource_unavailable_try_again;
  } catch (const std::bad_alloc&) {
    refused = true;
  }
  ASSERT_EQ(::setrlimit(RLIMIT_AS, &before), 0);
  EXPECT_TRUE(refused);
  EXPECT_EQ(begun, 0);
  pool.run([&](int64_t) { ++begun; });
  EXPECT_EQ(begun, kThreads);
}
#endif

TEST(ThreadPool, WorksInTheBackgroundInOrder) {
  ThreadPool pool(1);
  std::vector<int> order;
  std::future<void> last;
  for (int i = 0; i < 10; ++i) last = pool.start([&order, i] { order.push_back(i); });
  last.get();
  EXPECT_EQ(order.size(), 10U);
  EXPECT_TRUE(std::is_sorted(order.begin(), order.end()));
  std::future<void> failed = pool.start([] { throw InputError("in the background"); });
  EXPECT_EQ(message_of<InputError>([&] { failed.get(); }), "in the background");
}

TEST(ThreadPool, WaitsForBackgroundWorkWhenItIsDestroyed) {
  std::atomic<int> done = 0;
  {
    ThreadPool pool(2);
    for (int i = 0; i < 6; ++i) {
      pool.start([&] {
        std::this_thread::sleep_for(milliseconds(5));
        ++done;
      });
    }
  }
  EXPECT_EQ(done, 6);
}

TEST(ThreadPool, LetsTwoPiecesOfBackgroundWorkMeet) {
  ThreadPool pool(2);
  std::atomic<int> begun = 0;
  auto meet = [&] {
    for (++begun; begun < 2;) std::this_thread::yield();
  };
  std::future<void> one = pool.start(meet), other = pool.start(meet);
  one.get();
  other.get();
  EXPECT_EQ(begun, 2);
}

TEST(ThreadPool, SurvivesManyShortRoundsOfAllKinds) {
  std::atomic<int64_t> sum = 0;
  for (int64_t threads : {1, 2, 4}) {
    sum = 0;
    {
      ThreadPool pool(threads);
      for (int round = 0; round < 2000; ++round) {
        pool.run([&](int64_t) { ++sum; });
        pool.for_each(5, [&](std::size_t) { ++sum; });
        pool.start([&] { ++sum; });
      }
    }
    EXPECT_EQ(sum, 2000 * (threads + 6));
  }
  for (int round = 0; round < 200; ++round) ThreadPool(3).start([&] { ++sum; });
}

TEST(ThreadPool, LetsSeveralCallersTakeTurns) {
  ThreadPool pool(2);
  std::atomic<int64_t> sum = 0;
  for_each_in_parallel(4, 4, [&](std::size_t) {
    for (int round = 0; round < 200; ++round) pool.for_each(4, [&](std::size_t) { ++sum; });
  });
  EXPECT_EQ(sum, 4 * 200 * 4);
}

TEST(ProcessorCount, IsAtLeastOne) {
  EXPECT_GE(processor_count(), 1);
}

}  // namespace
}  // namespace heed
