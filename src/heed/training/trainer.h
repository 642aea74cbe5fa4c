// Makes one update of the weights. The trainer sees only batches and Objectives, one for each worker over
// shared weights, and knows nothing of the task. An update is a function of the weights, the optimiser state
// and the batches alone: gradients are summed in the order of the workers, whatever the order in which they
// finish. An update whose loss or gradient is not finite leaves the weights unchanged and is counted as
// skipped.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "heed/base/thread_pool.h"
#include "heed/models/model.h"
#include "heed/ops/fused.h"
#include "heed/training/batches.h"
#include "heed/training/flat.h"
#include "heed/training/groups.h"
#include "heed/training/options.h"

namespace heed {

// All state that an update changes.
struct TrainingState {
  Tensor weights;             // flat
  Tensor average;             // flat; undefined unless training.ema is on
  std::vector<Tensor> slots;  // the optimiser's state, flat
  int64_t update = 0;         // updates made, including skipped ones
  int64_t steps = 0;          // updates that changed the weights
  int64_t skipped_in_row = 0;
  int64_t drops = 0;   // how often the plateau schedule has cut the step size
  int64_t tokens = 0;  // target tokens of all updates
  double seconds = 0;  // time spent working (work_clock.h)
  // The running mean log-probability of a token, b ← 0.9 b + 0.1 · log p: the baseline of hard attention's
  // reward.
  double baseline = 0;
  Position position;
};

struct UpdateOutcome {
  double loss = 0;  // mean loss of a target token
  double gradient_norm = 0, rate = 0;
  int64_t tokens = 0;
  bool skipped = false;
};

class Trainer {
 public:
  using MakeObjective = std::function<std::unique_ptr<Objective>(Parameters&)>;

  Trainer(const TrainingOptions& options, const FlatLayout& layout, TrainingState state,
          const MakeObjective& make);

  const TrainingState& state() const { return state_; }
  // The weights that are validated and saved: the moving average if there is one, else the weights
  // themselves.
  const Tensor& judged() const { return state_.average.defined() ? state_.average : state_.weights; }
  // Makes one update from `training.accumulate` batches.
  UpdateOutcome update(std::span<const UpdateBatch> batches);
  void drop_rate() { ++state_.drops; }
  void add_work(double seconds) { state_.seconds += seconds; }
  // The pool of workers: one thread for each, which computes without further threads.
  ThreadPool& workers() { return workers_; }

 private:
  struct Replica {
    std::unique_ptr<Parameters> parameters;
    std::unique_ptr<Objective> objective;
    std::unique_ptr<ops::Workspace> workspace;
    double loss = 0, squared_norm = 0;
    int64_t count = 0;
  };
  struct Slice {
    int64_t begin, size;
  };
  // Rows of a weight whose gradient is computed by whichever worker is free.
  struct Piece {
    Tensor weight;
    int64_t begin, end;
  };

  Slice slice_of(int64_t worker) const;
  // Calls visit(part, factor on the step size) for each part of a worker's slice, in order.
  template <class Visit>
  void each_part(int64_t worker, Visit visit) const;
  // Adds the gradient of one shard of one of the update's batches.
  void back_propagate(int64_t worker, const UpdateBatch& batch, uint64_t which);
  void add_products();
  void reduce(int64_t worker);
  void step(int64_t worker, const StepSize& size);

  TrainingOptions options_;
  std::unique_ptr<Optimiser> optimiser_;
  TrainingState state_;
  std::shared_ptr<ops::Layouts> layouts_;
  // The sum of all workers' gradients, flat; zero between updates. The parameters of the first worker have
  // their gradients here. Those of the other workers have gradients of their own only where something other
  // than a product adds to them.
  Tensor gradient_;
  std::vector<Replica> replicas_;
  std::vector<Piece> pieces_;
  std::vector<RateStretch> stretches_;
  std::atomic<std::size_t> next_piece_ = 0;
  ThreadPool workers_;
};

// The share of training.minutes that has been used; 0 if the time is not limited.
double spent(const TrainingOptions& options, const TrainingState& state);

// The state before the first update.
TrainingState first_state(const TrainingOptions& options, const Tensor& weights);

}  // namespace heed
