// How good the weights are by now: the loss on held-out examples and, when asked, the task's own scores of
// what the model makes of them. Every worker has its own model over the same weights; examples are dealt out
// in turn.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "heed/models/model.h"
#include "heed/training/flat.h"
#include "heed/training/options.h"
#include "heed/training/workers.h"

namespace heed {

struct HeldOut {
  std::span<const Example> examples;
  std::span<const Record> records;  // the same, as they were read
};

struct Judgement {
  double loss = 0;            // a target token
  std::vector<Score> scores;  // the task's, its main one first; empty unless judged by metric

  std::string text() const;  // "dev loss 2.3100, BLEU 13.90"
};

class Judge {
 public:
  using MakeModel = std::function<std::unique_ptr<Model>(Parameters&)>;

  // `weights` (flat) are read at every call; they and `held_out` outlive the judge.
  Judge(const TrainingOptions& options, const FlatLayout& layout, const Tensor& weights,
        const MakeModel& make);

  Judgement judge(const HeldOut& held_out, const Task& task, Workers& workers);

 private:
  struct Seat {
    std::unique_ptr<Parameters> parameters;
    std::unique_ptr<Model> model;
    std::unique_ptr<Predictor> predictor;
  };

  double loss(std::span<const Example> examples, Workers& workers);
  std::vector<Score> scores(const HeldOut& held_out, const Task& task, Workers& workers);

  TrainingOptions options_;
  std::vector<Seat> seats_;
};

}  // namespace heed
