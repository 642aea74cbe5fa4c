// The training loop. It sees Objectives, one a worker over shared weights, and batches; it names no task. An
// update is a pure function of weights, optimiser state and batch: gradients are summed in the order of
// workers, whatever the order in which they finish.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "heed/models/model.h"
#include "heed/training/batches.h"
#include "heed/training/flat.h"
#include "heed/training/options.h"
#include "heed/training/workers.h"

namespace heed {

// Everything that an update changes; what a checkpoint holds.
struct TrainingState {
  Tensor weights, first, second;  // flat; m and v of Adam
  int64_t update = 0;
  Position position;
};

struct UpdateOutcome {
  double loss = 0;  // a target token
  double gradient_norm = 0;
  int64_t tokens = 0;
};

class Trainer {
 public:
  using MakeObjective = std::function<std::unique_ptr<Objective>(Parameters&)>;

  Trainer(const TrainingOptions& options, const FlatLayout& layout, TrainingState state,
          const MakeObjective& make);

  const TrainingState& state() const { return state_; }
  UpdateOutcome update(const UpdateBatch& batch);
  // The loss a target token, without noise.
  double loss_on(std::span<const Example> examples);

 private:
  struct Replica {
    std::unique_ptr<Parameters> parameters;
    std::unique_ptr<Objective> objective;
    Tensor gradient;  // flat
    double loss = 0, squared_norm = 0;
    int64_t count = 0;
  };
  struct Slice {
    int64_t begin, size;
  };

  Slice slice_of(int64_t worker) const;
  void back_propagate(int64_t worker, const Batch& batch);
  void reduce(int64_t worker, double divisor);

  TrainingOptions options_;
  TrainingState state_;
  std::vector<Replica> replicas_;
  Workers workers_;
};

}  // namespace heed
