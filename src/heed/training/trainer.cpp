#include "heed/training/trainer.h"

#include <ATen/ATen.h>
#include <torch/csrc/autograd/grad_mode.h>

#include <cmath>

#include "heed/base/error.h"
#include "heed/training/adam.h"

namespace heed {

Trainer::Trainer(const TrainingOptions& options, const FlatLayout& layout, TrainingState state,
                 const MakeObjective& make)
    : options_(options), state_(std::move(state)), workers_(options.workers) {
  NamedTensors weights = layout.views(state_.weights);
  for (int64_t worker = 0; worker < options.workers; ++worker) {
    Replica replica;
    replica.parameters = std::make_unique<Parameters>(Parameters::over(weights, "the checkpoint"));
    replica.objective = make(*replica.parameters);
    replica.gradient = at::zeros_like(state_.weights);
    NamedTensors gradients = layout.views(replica.gradient);
    // Autograd adds into a gradient that is there, so every parameter's lands in the flat tensor.
    for (std::size_t i = 0; i < gradients.size(); ++i) {
      Tensor parameter = replica.parameters->all()[i].second;
      parameter.mutable_grad() = gradients[i].second;
    }
    replicas_.push_back(std::move(replica));
  }
}

Trainer::Slice Trainer::slice_of(int64_t worker) const {
  int64_t size = state_.weights.numel(), count = workers_.count();
  int64_t begin = size * worker / count;
  return {begin, size * (worker + 1) / count - begin};
}

void Trainer::back_propagate(int64_t worker, const Batch& batch) {
  Replica& replica = replicas_[static_cast<std::size_t>(worker)];
  replica.gradient.zero_();
  replica.loss = 0;
  replica.count = 0;
  if (batch.rows == 0) return;
  Noise noise{static_cast<uint64_t>(options_.seed), static_cast<uint64_t>(state_.update),
              static_cast<uint64_t>(worker), true};
  Loss loss = replica.objective->loss(batch, noise);
  loss.sum.backward();
  replica.loss = loss.sum.item<double>();
  replica.count = loss.count;
}

// Leaves the mean gradient of this worker's slice in the first replica, and its squared norm in the worker's
// own.
void Trainer::reduce(int64_t worker, double divisor) {
  Slice slice = slice_of(worker);
  float* sum = replicas_[0].gradient.data_ptr<float>() + slice.begin;
  for (std::size_t other = 1; other < replicas_.size(); ++other) {
    const float* addend = replicas_[other].gradient.data_ptr<float>() + slice.begin;
    for (int64_t i = 0; i < slice.size; ++i) sum[i] += addend[i];
  }
  auto factor = static_cast<float>(1 / divisor);
  double squares = 0;
  for (int64_t i = 0; i < slice.size; ++i) {
    sum[i] *= factor;
    squares += static_cast<double>(sum[i]) * static_cast<double>(sum[i]);
  }
  replicas_[static_cast<std::size_t>(worker)].squared_norm = squares;
}

UpdateOutcome Trainer::update(const UpdateBatch& batch) {
  workers_.run(
      [&](int64_t worker) { back_propagate(worker, batch.shards[static_cast<std::size_t>(worker)]); });
  UpdateOutcome outcome;
  for (const Replica& replica : replicas_) {
    outcome.loss += replica.loss;
    outcome.tokens += replica.count;
  }
  auto divisor = static_cast<double>(outcome.tokens);
  outcome.loss /= divisor;
  workers_.run([&](int64_t worker) { reduce(worker, divisor); });
  double squares = 0;
  for (const Replica& replica : replicas_) squares += replica.squared_norm;
  outcome.gradient_norm = std::sqrt(squares);
  if (!std::isfinite(outcome.loss) || !std::isfinite(outcome.gradient_norm)) {
    throw InputError("the loss is not a number any more at update " + std::to_string(state_.update + 1) +
                     "; train again with a lower training.optimiser.rate or training.clip, into another "
                     "--out or with --overwrite");
  }
  bool clipped = options_.clip > 0 && outcome.gradient_norm > options_.clip;
  double scale = clipped ? options_.clip / outcome.gradient_norm : 1.0;
  workers_.run([&](int64_t worker) {
    Slice slice = slice_of(worker);
    auto at = [&](const Tensor& flat) { return flat.data_ptr<float>() + slice.begin; };
    AdamSlices slices{at(state_.weights), at(replicas_[0].gradient), at(state_.first), at(state_.second),
                      slice.size};
    adam_step(std::get<AdamOptions>(options_.optimiser), slices, scale, state_.update + 1);
  });
  ++state_.update;
  state_.position = batch.next;
  return outcome;
}

double Trainer::loss_on(std::span<const Example> examples) {
  auto plan = plan_batches(lengths_of(examples), options_.batch_tokens, 0, 0);
  std::vector<Loss> losses(plan.size());
  workers_.run([&](int64_t worker) {
    at::NoGradGuard no_gradient;
    for (auto i = static_cast<std::size_t>(worker); i < plan.size(); i += replicas_.size()) {
      losses[i] =
          replicas_[static_cast<std::size_t>(worker)].objective->loss(deal(examples, plan[i], 1)[0], {});
    }
  });
  double sum = 0;
  int64_t count = 0;
  for (const Loss& loss : losses) {
    sum += loss.sum.item<double>();
    count += loss.count;
  }
  return count == 0 ? 0 : sum / static_cast<double>(count);
}

}  // namespace heed
