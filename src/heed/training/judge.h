// Validates the current weights: computes the loss on held-out examples and, if the options ask for it,
// decodes them and computes the task's metrics. Every worker has its own model over the same weights, and
// examples are dealt out to the workers in turn.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "heed/base/thread_pool.h"
#include "heed/models/model.h"
#include "heed/training/flat.h"
#include "heed/training/options.h"

namespace heed {

struct HeldOut {
  std::span<const Example> examples;
  std::span<const Record> records;  // the texts of the same examples
};

struct Judgement {
  double loss = 0;            // mean loss of a target token
  std::vector<Score> scores;  // the task's metrics, the main one first; empty unless validation.by is metric

  std::string text() const;  // "dev loss 2.3100, BLEU 13.90"
};

class Judge {
 public:
  using MakeModel = std::function<std::unique_ptr<Model>(Parameters&)>;

  // `weights` are flat (flat.h) and read again at every call. They, the task and `held_out` must outlive the
  // judge.
  Judge(const TrainingOptions& options, const FlatLayout& layout, const Tensor& weights, const Task& task,
        const MakeModel& make);

  Judgement judge(const HeldOut& held_out, ThreadPool& workers);

 private:
  struct WorkerModel {
    std::unique_ptr<Parameters> parameters;
    std::unique_ptr<Model> model;
    std::unique_ptr<Predictor> predictor;
  };

  double loss(std::span<const Example> examples, ThreadPool& workers);
  std::vector<Score> scores(const HeldOut& held_out, ThreadPool& workers);

  TrainingOptions options_;
  const Task& task_;
  std::vector<WorkerModel> worker_models_;
};

}  // namespace heed
