#include "heed/training/optimisers.h"

#include <cmath>

#include "heed/kernels/update.h"

namespace heed {
namespace {

struct Sgd : Optimiser {
  SgdOptions o;
  explicit Sgd(const SgdOptions& options) : o(options) {}
  int64_t slots() const override { return 1; }
  double rate() const override { return o.rate; }
  void step(const Slices& s, const StepSize& size) const override {
    auto scale = static_cast<float>(size.scale), rate = static_cast<float>(size.rate);
    auto momentum = static_cast<float>(o.momentum);
    for (int64_t i = 0; i < s.size; ++i) {
      float g = s.gradient[i] * scale;
      float v = s.slots[0][i] = momentum * s.slots[0][i] + g;
      s.weights[i] -= rate * (o.nesterov ? g + momentum * v : v);
      s.gradient[i] = 0;
    }
  }
};

struct Adam : Optimiser {
  AdamOptions o;
  double decay;
  Adam(const AdamOptions& options, double weight_decay) : o(options), decay(weight_decay) {}
  int64_t slots() const override { return 2; }
  double rate() const override { return o.rate; }
  void step(const Slices& s, const StepSize& size) const override {
    auto t = static_cast<double>(size.step);
    kernels::AdamStep step{static_cast<float>(o.beta1),
                           static_cast<float>(o.beta2),
                           static_cast<float>(size.scale),
                           static_cast<float>(size.rate / (1 - std::pow(o.beta1, t))),
                           static_cast<float>(1 / (1 - std::pow(o.beta2, t))),
                           static_cast<float>(o.epsilon),
                           static_cast<float>(1 - size.rate * decay)};
    kernels::adam(step, s.weights, s.gradient, s.slots[0], s.slots[1], s.size);
  }
};

struct Adadelta : Optimiser {
  AdadeltaOptions o;
  explicit Adadelta(const AdadeltaOptions& options) : o(options) {}
  int64_t slots() const override { return 2; }
  double rate() const override { return o.rate; }
  void step(const Slices& s, const StepSize& size) const override {
    auto scale = static_cast<float>(size.scale), rate = static_cast<float>(size.rate);
    auto rho = static_cast<float>(o.rho), epsilon = static_cast<float>(o.epsilon);
    float *squares = s.slots[0], *steps = s.slots[1];
    for (int64_t i = 0; i < s.size; ++i) {
      float g = s.gradient[i] * scale;
      squares[i] = rho * squares[i] + (1 - rho) * g * g;
      float d = g * std::sqrt(steps[i] + epsilon) / std::sqrt(squares[i] + epsilon);
      steps[i] = rho * steps[i] + (1 - rho) * d * d;
      s.weights[i] -= rate * d;
      s.gradient[i] = 0;
    }
  }
};

struct Make {
  std::unique_ptr<Optimiser> operator()(const SgdOptions& o) const { return std::make_unique<Sgd>(o); }
  std::unique_ptr<Optimiser> operator()(const AdamOptions& o) const { return std::make_unique<Adam>(o, 0); }
  std::unique_ptr<Optimiser> operator()(const AdamWOptions& o) const {
    return std::make_unique<Adam>(o, o.decay);
  }
  std::unique_ptr<Optimiser> operator()(const AdadeltaOptions& o) const {
    return std::make_unique<Adadelta>(o);
  }
};

}  // namespace

std::unique_ptr<Optimiser> make_optimiser(const OptimiserOptions& options) {
  return std::visit(Make(), options);
}

}  // namespace heed
