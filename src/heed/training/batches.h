// Updates' batches, prepared in the background. Which batch is which is a pure function of the seed and the
// position: the preparing thread fills slot k, the trainer takes slot k, and no clock decides anything.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <mutex>
#include <span>
#include <thread>
#include <vector>

#include "heed/data/index.h"

namespace heed {

struct Position {
  int64_t epoch = 0, batch = 0;
};

// One update's work: a shard a worker (rows dealt out in turn, so that their lengths are alike), and where to
// go on.
struct UpdateBatch {
  std::vector<Batch> shards;
  Position next;
};

class BatchStream {
 public:
  struct Plan {
    int64_t budget = 0, shards = 1;
    uint64_t seed = 0;
  };

  // The index outlives the stream.
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
  std::thread thread_;
};

// The batches of one epoch, corpora in their weights.
std::vector<std::vector<int32_t>> plan_epoch(const ExampleIndex& examples, const BatchBudget& budget,
                                             uint64_t epoch);
std::vector<Lengths> lengths_of(std::span<const Example> examples);
// Row r of the members goes to shard r mod `shards`; a shard may be empty.
std::vector<Batch> deal(const ExampleIndex& examples, std::span<const int32_t> members, int64_t shards);
std::vector<Batch> deal(std::span<const Example> examples, std::span<const int32_t> members, int64_t shards);

}  // namespace heed
