#include "heed/training/trainer.h"

#include <ATen/ATen.h>
#include <torch/csrc/autograd/grad_mode.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "heed/base/error.h"
#include "heed/kernels/bf16.h"
#include "heed/kernels/update.h"
#include "heed/ops/threads.h"

namespace heed {
namespace {

ops::Precision precision_of(const TrainingOptions& options) {
  bool half =
      options.precision == "bf16" || (options.precision == "auto" && options.fused && kernels::has_bf16());
  return half ? ops::Precision::bf16 : ops::Precision::fp32;
}

}  // namespace

double spent(const TrainingOptions& options, const TrainingState& state) {
  return options.minutes > 0 ? state.seconds / (60 * options.minutes) : 0;
}

TrainingState first_state(const TrainingOptions& options, const Tensor& weights) {
  TrainingState state;
  state.weights = weights;
  if (options.ema > 0) state.average = weights.clone();
  for (int64_t i = 0; i < make_optimiser(options.optimiser)->slots(); ++i)
    state.slots.push_back(at::zeros_like(weights));
  return state;
}

Trainer::Trainer(const TrainingOptions& options, const FlatLayout& layout, TrainingState state,
                 const MakeObjective& make)
    : options_(options),
      optimiser_(make_optimiser(options.optimiser)),
      state_(std::move(state)),
      layouts_(std::make_shared<ops::Layouts>()),
      stretches_(rate_stretches(options.groups, layout)),
      workers_(options.workers, use_one_math_thread) {
  reserve_math_buffers(options.workers + 1);  // The calling thread multiplies too.
  NamedTensors weights = layout.views(state_.weights);
  gradient_ = at::zeros_like(state_.weights);
  for (int64_t worker = 0; worker < options.workers; ++worker) {
    Replica replica;
    replica.parameters = std::make_unique<Parameters>(Parameters::over(weights, "the checkpoint"));
    replica.objective = make(*replica.parameters);
    replica.workspace = std::make_unique<ops::Workspace>(precision_of(options), layouts_);
    replicas_.push_back(std::move(replica));
  }
  // Autograd adds to an existing gradient.
  NamedTensors gradients = layout.views(gradient_);
  for (std::size_t i = 0; i < gradients.size(); ++i) {
    Tensor parameter = replicas_[0].parameters->all()[i].second;
    parameter.mutable_grad() = gradients[i].second;
    // The gradient of a frozen weight needs no product.
    if (parameter.dim() != 2 || rate_of(options.groups, gradients[i].first) == 0) continue;
    constexpr int64_t kRows = 512;
    for (int64_t begin = 0; begin < parameter.size(0); begin += kRows)
      pieces_.push_back({parameter, begin, std::min(begin + kRows, parameter.size(0))});
  }
  // The largest pieces come first, so that all workers finish at about the same time.
  auto size = [](const Piece& piece) { return (piece.end - piece.begin) * piece.weight.size(1); };
  std::stable_sort(pieces_.begin(), pieces_.end(),
                   [&](const Piece& a, const Piece& b) { return size(a) > size(b); });
}

Trainer::Slice Trainer::slice_of(int64_t worker) const {
  int64_t size = state_.weights.numel(), count = workers_.thread_count();
  int64_t begin = size * worker / count;
  return {begin, size * (worker + 1) / count - begin};
}

template <class Visit>
void Trainer::each_part(int64_t worker, Visit visit) const {
  Slice slice = slice_of(worker);
  for (const RateStretch& stretch : stretches_) {
    int64_t begin = std::max(slice.begin, stretch.begin);
    int64_t end = std::min(slice.begin + slice.size, stretch.begin + stretch.size);
    if (begin < end) visit(Slice{begin, end - begin}, stretch.rate);
  }
}

void Trainer::back_propagate(int64_t worker, const UpdateBatch& batch, uint64_t which) {
  Replica& replica = replicas_[static_cast<std::size_t>(worker)];
  const Batch& shard = batch.shards[static_cast<std::size_t>(worker)];
  if (shard.rows == 0) return replica.workspace->forget_products();
  // For random draws, each batch of an update counts as one of another worker.
  uint64_t drawer = static_cast<uint64_t>(worker) + which * replicas_.size();
  std::optional<ops::Fused> fused;
  if (options_.fused) fused.emplace(*replica.workspace);
  Loss loss =
      replica.objective->loss(shard, {static_cast<uint64_t>(options_.seed),
                                      static_cast<uint64_t>(state_.update), drawer, true, state_.baseline});
  loss.whole().backward();
  if (fused) fused->finish();
  replica.loss += loss.sum.item<double>();
  replica.count += loss.count;
}

// Each piece is the sum over all workers' products in their order, whichever worker computes it.
void Trainer::add_products() {
  for (std::size_t i; (i = next_piece_++) < pieces_.size();)
    for (const Replica& replica : replicas_)
      replica.workspace->add_products(pieces_[i].weight, pieces_[i].begin, pieces_[i].end);
}

// Sums the gradients of this worker's slice into the flat gradient, sets the others to zero, and stores the
// squared norm with the worker.
void Trainer::reduce(int64_t worker) {
  Slice slice = slice_of(worker);
  float* sum = gradient_.data_ptr<float>();
  const NamedTensors& parameters = replicas_[0].parameters->all();
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    Tensor first = parameters[i].second.grad();
    int64_t offset = first.data_ptr<float>() - sum, begin = std::max(offset, slice.begin);
    int64_t size = std::min(offset + first.numel(), slice.begin + slice.size) - begin;
    for (std::size_t other = 1; other < replicas_.size() && size > 0; ++other)
      if (Tensor more = replicas_[other].parameters->all()[i].second.grad(); more.defined())
        kernels::add_and_square(sum + begin, more.data_ptr<float>() + begin - offset, size);
  }
  each_part(worker, [&](const Slice& part, double rate) {
    if (rate == 0) std::fill_n(sum + part.begin, part.size, 0.0F);
  });
  Replica& replica = replicas_[static_cast<std::size_t>(worker)];
  replica.squared_norm = kernels::add_and_square(sum + slice.begin, nullptr, slice.size);
  replica.workspace->forget_products();
}

void Trainer::step(int64_t worker, const StepSize& size) {
  Slice slice = slice_of(worker);
  auto at = [](const Tensor& flat, int64_t begin) { return flat.data_ptr<float>() + begin; };
  each_part(worker, [&](const Slice& part, double rate) {
    if (rate == 0) return;
    Slices slices{at(state_.weights, part.begin), at(gradient_, part.begin), {nullptr, nullptr}, part.size};
    for (std::size_t i = 0; i < state_.slots.size(); ++i) slices.slots[i] = at(state_.slots[i], part.begin);
    StepSize own = size;
    own.rate *= rate;
    optimiser_->step(slices, own);
  });
  if (!state_.average.defined()) return;
  // Early averages follow faster, so that the untrained first weights are soon forgotten.
  auto t = static_cast<double>(size.step);
  auto decay = static_cast<float>(std::min(options_.ema, (1 + t) / (10 + t)));
  kernels::follow(at(state_.average, slice.begin), at(state_.weights, slice.begin), decay, slice.size);
}

UpdateOutcome Trainer::update(std::span<const UpdateBatch> batches) {
  for (Replica& replica : replicas_) {
    replica.loss = 0;
    replica.count = 0;
  }
  for (std::size_t i = 0; i < batches.size(); ++i) {
    workers_.run([&](int64_t worker) { back_propagate(worker, batches[i], i); });
    next_piece_ = 0;
    if (options_.fused) workers_.run([&](int64_t) { add_products(); });
  }
  UpdateOutcome outcome;
  for (const Replica& replica : replicas_) {
    outcome.loss += replica.loss;
    outcome.tokens += replica.count;
  }
  auto divisor = static_cast<double>(outcome.tokens);
  outcome.loss /= divisor;
  workers_.run([&](int64_t worker) { reduce(worker); });
  double squares = 0;
  for (const Replica& replica : replicas_) squares += replica.squared_norm;
  outcome.gradient_norm = std::sqrt(squares) / divisor;
  outcome.skipped = !std::isfinite(outcome.loss) || !std::isfinite(outcome.gradient_norm);
  if (!outcome.skipped)
    state_.baseline = state_.baseline == 0 ? -outcome.loss : 0.9 * state_.baseline - 0.1 * outcome.loss;
  ++state_.update;
  state_.tokens += outcome.tokens;
  state_.position = batches.back().next;
  state_.skipped_in_row = outcome.skipped ? state_.skipped_in_row + 1 : 0;
  if (outcome.skipped) {
    gradient_.zero_();
    return outcome;
  }
  bool clipped = options_.clip > 0 && outcome.gradient_norm > options_.clip;
  StepSize size;
  size.scale = (clipped ? options_.clip / outcome.gradient_norm : 1.0) / divisor;
  size.rate = outcome.rate =
      optimiser_->rate() * schedule_factor(options_.schedule, {state_.update, options_.updates, state_.drops,
                                                               spent(options_, state_)});
  size.step = ++state_.steps;
  workers_.run([&](int64_t worker) { step(worker, size); });
  workers_.run([&](int64_t worker) { layouts_->remake(worker, workers_.thread_count()); });
  return outcome;
}

}  // namespace heed
