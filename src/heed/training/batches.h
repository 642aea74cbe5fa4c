// Prepares the batches of updates in a background thread. The seed and the position alone determine each
// batch: the thread fills slot k, the trainer takes slot k, and timing decides nothing.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <mutex>
#include <span>
#include <vector>

#include "heed/base/thread_pool.h"
#include "heed/data/index.h"
#include "heed/tasks/task.h"

namespace heed {

struct Position {
  int64_t epoch = 0, batch = 0;
};

// The work of one update: one shard for each worker, and the position after it. Rows are dealt out in turn,
// so that all shards have similar lengths.
struct UpdateBatch {
  std::vector<Batch> shards;
  Position next;
};

class BatchStream {
 public:
  struct Plan {
    int64_t budget = 0, shards = 1;
    uint64_t seed = 0;
    const Task* task = nullptr;  // may vary the examples (Variation); null: they are used as they are
  };

  // The index and the task must outlive the stream.
  BatchStream(const ExampleIndex& examples, const Plan& plan, Position from);
  ~BatchStream();
  BatchStream(const BatchStream&) = delete;
  BatchStream& operator=(const BatchStream&) = delete;

  UpdateBatch take();

 private:
  void prepare(Position from);

  const ExampleIndex& examples_;
  Plan plan_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<UpdateBatch> ready_;
  std::exception_ptr error_;
  bool stop_ = false;
  ThreadPool background_{1};  // Destroyed first: its thread uses the members above.
};

// Returns the batches of one epoch as numbers of examples. Each corpus occurs as often as its weight says.
std::vector<std::vector<int32_t>> plan_epoch(const ExampleIndex& examples, const BatchBudget& budget,
                                             uint64_t epoch);
// How the examples of an epoch are varied: the task that varies them, and the seed and epoch of its random
// draws.
struct Variation {
  const Task* task = nullptr;  // null: examples are used as they are
  uint64_t seed = 0, epoch = 0;
};

// Makes one batch for each of `shards` workers: member r goes to shard r mod `shards`, so a shard may be
// empty. Reads the arrays that are stored in files.
std::vector<Batch> deal(const ExampleIndex& examples, std::span<const int32_t> members, int64_t shards,
                        const Variation& variation);
std::vector<Batch> deal(std::span<const Example> examples, const Schema& schema,
                        std::span<const int32_t> members, int64_t shards);

}  // namespace heed
