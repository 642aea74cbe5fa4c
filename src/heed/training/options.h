// How a model is trained.
#pragma once

#include <string>
#include <vector>

#include "heed/base/options.h"
#include "heed/training/optimisers.h"
#include "heed/training/schedule.h"

namespace heed {

// How a training is judged while it runs, and when it has learnt enough.
struct ValidationOptions {
  int64_t every = 200, patience = 0, beam = 1, sentences = 0;
  std::string by = "loss";
  static void fields(auto& o, auto&& f) {
    f("every", o.every, "updates between validations", count_from(1));
    f("by", o.by, "what decides which is best: the loss on dev, or the task's first metric, decoded",
      one_of({"loss", "metric"}));
    f("patience", o.patience, "stop after so many validations in a row without a better one; 0 = never",
      count_from(0));
    f("beam", o.beam, "beam of the search that the metric is computed with", between(1, 1000));
    f("sentences", o.sentences, "decode only the first so many of dev; 0 = all", count_from(0));
  }
};

// Which weights become the model.
struct FinalOptions {
  std::string from = "best";
  int64_t average = 1;
  static void fields(auto& o, auto&& f) {
    f("from", o.from, "the best validated weights, or the last", one_of({"best", "last"}));
    f("average", o.average, "the mean of so many of them", between(1, 100));
  }
};

// A model whose weights the training starts from.
struct FromOptions {
  static constexpr const char* kShort = "model";
  std::string model, vocabulary = "learn";
  static void fields(auto& o, auto&& f) {
    f("model", o.model, "directory of a model whose weights to start from; empty = all are drawn");
    f("vocabulary", o.vocabulary,
      "learn one from the data, whose tokens take over the rows of the same tokens; or keep that model's",
      one_of({"learn", "keep"}));
  }
};

// The model whose vocabularies are used; "" = they are learnt.
inline std::string vocabulary_source(const FromOptions& from) {
  return from.vocabulary == "keep" ? from.model : "";
}

// Parameters with a step size of their own. Of several groups that a parameter is in, the first counts.
struct ParameterGroupOptions {
  std::string match;
  double rate = 0.0;
  static void fields(auto& o, auto&& f) {
    f("match", o.match,
      "names of parameters, as 'heed info' lists them; * stands for any text, as in encoder.*");
    f("rate", o.rate, "factor on the step size; 0 = they are frozen", between(0.0, 1000.0));
  }
};

struct TrainingOptions {
  int64_t updates = 1000, checkpoint_every = 200, log_every = 50, seed = 1, workers = 2, batch_tokens = 4096;
  int64_t accumulate = 1, max_skipped = 10;
  double minutes = 0.0, clip = 1.0, ema = 0.0;
  bool fused = true;
  std::string precision = "fp32";
  OptimiserOptions optimiser;
  ScheduleOptions schedule;
  ValidationOptions validation;
  FinalOptions final;
  FromOptions from;
  std::vector<ParameterGroupOptions> groups;
  static void fields(auto& o, auto&& f) {
    f("updates", o.updates, "how many updates to train for", count_from(1));
    f("minutes", o.minutes, "how many minutes of work to train for, if updates do not end first; 0 = any",
      at_least(0.0));
    f("checkpoint_every", o.checkpoint_every, "updates between checkpoints", count_from(1));
    f("log_every", o.log_every, "updates between lines of log.jsonl", count_from(1));
    f("seed", o.seed, "seed of initial weights, order and dropout", at_least(0));
    f("workers", o.workers, "threads that share each update, one a core", between(1, 256));
    f("batch_tokens", o.batch_tokens, "tokens a batch, padding included, over all workers", count_from(1));
    f("accumulate", o.accumulate, "batches whose gradients make one update", between(1, 10000));
    f("clip", o.clip, "largest norm of the gradient; 0 = any", at_least(0.0));
    f("max_skipped", o.max_skipped,
      "stop after so many updates in a row that were skipped because their loss was not finite",
      count_from(1));
    f("ema", o.ema,
      "decay of the moving average of the weights, which is validated and saved instead of them; 0 = none",
      between(0.0, 0.999999));
    f("precision", o.precision,
      "what products of weights are computed in: fp32, bf16, or auto: bf16 where the processor has tiles of "
      "it",
      one_of({"auto", "bf16", "fp32"}));
    f("fused", o.fused,
      "whether kernels make the operations, or libtorch's small steps: slower, to compare with");
    f("optimiser", o.optimiser, "how gradients become steps");
    f("schedule", o.schedule, "how the step size changes");
    f("validation", o.validation, "how it is judged while it runs");
    f("final", o.final, "which weights become the model");
    f("from", o.from, "a model whose weights to start from");
    f("groups", o.groups, "parameters that are frozen or have a step size of their own");
  }
};

}  // namespace heed
