// How a model is trained.
#pragma once

#include <variant>

#include "heed/base/options.h"

namespace heed {

// Adam (Kingma & Ba 2015).
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

struct TrainingOptions {
  int64_t updates = 1000, checkpoint_every = 200, log_every = 50, seed = 1, workers = 2, batch_tokens = 4096;
  double clip = 1.0;
  std::variant<AdamOptions> optimiser;
  static void fields(auto& o, auto&& f) {
    f("updates", o.updates, "how many updates to train for", at_least(1));
    f("checkpoint_every", o.checkpoint_every, "updates between checkpoints", at_least(1));
    f("log_every", o.log_every, "updates between lines of log.jsonl", at_least(1));
    f("seed", o.seed, "seed of initial weights, order and dropout", at_least(0));
    f("workers", o.workers, "threads that share each update, one a core", between(1, 256));
    f("batch_tokens", o.batch_tokens, "tokens an update, padding included, over all workers", at_least(1));
    f("clip", o.clip, "largest norm of the gradient; 0 = any", at_least(0.0));
    f("optimiser", o.optimiser, "how gradients become steps");
  }
};

}  // namespace heed
