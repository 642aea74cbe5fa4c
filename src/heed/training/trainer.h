// The training loop's one step. It sees Objectives, one a worker over shared weights, and batches; it names
// no task. An update is a pure function of weights, optimiser state and batches: gradients are summed in the
// order of workers, whatever the order in which they finish. An update whose loss or gradient is not finite
// leaves the weights as they were and is counted.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "heed/models/model.h"
#include "heed/ops/fused.h"
#include "heed/training/batches.h"
#include "heed/training/flat.h"
#include "heed/training/groups.h"
#include "heed/training/options.h"
#include "heed/training/workers.h"

namespace heed {

// Everything that an update changes.
struct TrainingState {
  Tensor weights;             // flat
  Tensor average;             // flat; undefined unless training.ema is on
  std::vector<Tensor> slots;  // the optimiser's, flat
  int64_t update = 0;         // updates made or skipped
  int64_t steps = 0;          // updates made
  int64_t skipped_in_row = 0;
  int64_t drops = 0;   // times a plateau was met
  int64_t tokens = 0;  // target tokens of all updates
  double seconds = 0;  // of work, see work_clock.h
  // b ← 0.9 b + 0.1 · a token's log-probability: what hard attention's reward is held against
  double baseline = 0;
  Position position;
};

struct UpdateOutcome {
  double loss = 0;  // a target token
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
  // What is validated and saved: the average where there is one, else the weights.
  const Tensor& judged() const { return state_.average.defined() ? state_.average : state_.weights; }
  // One update from `training.accumulate` batches.
  UpdateOutcome update(std::span<const UpdateBatch> batches);
  void drop_rate() { ++state_.drops; }
  void add_work(double seconds) { state_.seconds += seconds; }
  Workers& workers() { return workers_; }

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
  // Rows of a weight, whose gradient one worker makes: whoever is free.
  struct Piece {
    Tensor weight;
    int64_t begin, end;
  };

  Slice slice_of(int64_t worker) const;
  // Calls visit(part, factor on the step size) for each part of a worker's slice, in order.
  template <class Visit>
  void each_part(int64_t worker, Visit visit) const;
  // One of the batches of an update.
  void back_propagate(int64_t worker, const UpdateBatch& batch, uint64_t which);
  void add_products();
  void reduce(int64_t worker);
  void step(int64_t worker, const StepSize& size);

  TrainingOptions options_;
  std::unique_ptr<Optimiser> optimiser_;
  TrainingState state_;
  std::shared_ptr<ops::Layouts> layouts_;
  // Flat, zero between updates: the sum of all workers' gradients. The first worker's parameters have theirs
  // here; those of others have one only if something else than products is added to it.
  Tensor gradient_;
  std::vector<Replica> replicas_;
  std::vector<Piece> pieces_;
  std::vector<RateStretch> stretches_;
  std::atomic<std::size_t> next_piece_ = 0;
  Workers workers_;
};

// The share of training.minutes that is over; 0 where they have no limit.
double spent(const TrainingOptions& options, const TrainingState& state);

// The state of a training that has not begun.
TrainingState first_state(const TrainingOptions& options, const Tensor& weights);

}  // namespace heed
