// How gradients become steps, on slices of flat memory. g is the gradient, scaled by the caller.
//   sgd       v ← μ v + g,  w ← w − rate · v            (nesterov: w ← w − rate · (g + μ v))
//   adam      m ← β₁ m + (1−β₁) g,  v ← β₂ v + (1−β₂) g²,
//             w ← w − rate · (m / (1−β₁ᵗ)) / (√(v / (1−β₂ᵗ)) + ε)                   (Kingma & Ba 2015)
//   adamw     the same, after w ← w − rate · decay · w                             (Loshchilov & Hutter 2019)
//   adadelta  v ← ρ v + (1−ρ) g²,  d = g · √(u + ε) / √(v + ε),  u ← ρ u + (1−ρ) d²,  w ← w − rate · d
//                                                                                   (Zeiler 2012)
#pragma once

#include <cstdint>
#include <memory>
#include <variant>

#include "heed/base/options.h"

namespace heed {

// One worker's share of the weights and of all that belongs to them. An optimiser uses the first `slots()` of
// the slots as its state. It sets the gradient to zero after the step.
struct Slices {
  float* weights;
  float* gradient;
  float* slots[2];
  int64_t size;
};

// The numbers of one step: the factor on the gradient, the step size, and the number of the step, from 1.
struct StepSize {
  double scale = 1, rate = 0;
  int64_t step = 1;
};

struct Optimiser {
  virtual ~Optimiser() = default;
  virtual int64_t slots() const = 0;
  virtual double rate() const = 0;  // the rate of the recipe, before any schedule
  virtual void step(const Slices& slices, const StepSize& size) const = 0;
};

struct SgdOptions {
  static constexpr const char* kType = "sgd";
  double rate = 0.1, momentum = 0.9;
  bool nesterov = false;
  static void fields(auto& o, auto&& f) {
    f("rate", o.rate, "step size", between(0.0, 1000.0));
    f("momentum", o.momentum, "share of the last step that is added to the next", between(0.0, 0.999999));
    f("nesterov", o.nesterov, "use Nesterov momentum");
  }
};

struct AdamOptions {
  static constexpr const char* kType = "adam";
  double rate = 1e-3, beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8;
  static void fields(auto& o, auto&& f) {
    f("rate", o.rate, "step size", between(0.0, 1.0));
    f("beta1", o.beta1, "decay of the mean gradient", between(0.0, 0.999999));
    f("beta2", o.beta2, "decay of the mean squared gradient", between(0.0, 0.999999));
    f("epsilon", o.epsilon, "added to the root of the mean square", between(1e-16, 1.0));
  }
};

struct AdamWOptions : AdamOptions {
  static constexpr const char* kType = "adamw";
  double decay = 0.01;
  static void fields(auto& o, auto&& f) {
    AdamOptions::fields(o, f);
    f("decay", o.decay, "weight decay: each step subtracts this share of each weight, times the step size",
      between(0.0, 1.0));
  }
};

struct AdadeltaOptions {
  static constexpr const char* kType = "adadelta";
  double rate = 1.0, rho = 0.95, epsilon = 1e-6;
  static void fields(auto& o, auto&& f) {
    f("rate", o.rate, "factor on the step", between(0.0, 1000.0));
    f("rho", o.rho, "decay of the mean squares", between(0.0, 0.999999));
    f("epsilon", o.epsilon, "added to the mean squares", between(1e-16, 1.0));
  }
};

using OptimiserOptions = std::variant<AdamOptions, AdamWOptions, AdadeltaOptions, SgdOptions>;

std::unique_ptr<Optimiser> make_optimiser(const OptimiserOptions& options);

}  // namespace heed
