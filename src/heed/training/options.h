// How a model is trained.
#pragma once

#include <string>
#include <vector>

#include "heed/base/options.h"
#include "heed/training/optimisers.h"
#include "heed/training/schedule.h"

namespace heed {

// How a training is validated while it runs, and when it stops early.
struct ValidationOptions {
  int64_t every = 200, patience = 0, beam = 1, sentences = 0;
  std::string by = "loss";
  static void fields(auto& o, auto&& f) {
    f("every", o.every, "updates between validations", count_from(1));
    f("by", o.by,
      "what the best is chosen by: the loss on dev, or the task's first metric, which needs decoding",
      one_of({"loss", "metric"}));
    f("patience", o.patience, "stop after this many validations in a row without improvement; 0 = never",
      count_from(0));
    f("beam", o.beam, "beam size for decoding in validation", between(1, 1000));
    f("sentences", o.sentences, "decode only the first N examples of dev; 0 = all", count_from(0));
  }
};

// Which weights become the model.
struct FinalOptions {
  std::string from = "best";
  int64_t average = 1;
  static void fields(auto& o, auto&& f) {
    f("from", o.from, "use the best validated weights, or the last ones", one_of({"best", "last"}));
    f("average", o.average, "average this many of them", between(1, 100));
  }
};

// An existing model whose weights the training starts from.
struct FromOptions {
  static constexpr const char* kShort = "model";
  std::string model, vocabulary = "learn";
  static void fields(auto& o, auto&& f) {
    f("model", o.model, "directory of a model to take initial weights from; empty = random initial weights");
    f("vocabulary", o.vocabulary,
      "learn a new vocabulary (known tokens keep their vectors), or keep that of the model",
      one_of({"learn", "keep"}));
  }
};

// The model whose vocabularies are used; "" means that they are learnt from the data.
inline std::string vocabulary_source(const FromOptions& from) {
  return from.vocabulary == "keep" ? from.model : "";
}

// Parameters that have a step size of their own. A parameter that is in several groups belongs to the first
// of them.
struct ParameterGroupOptions {
  std::string match;
  double rate = 0.0;
  static void fields(auto& o, auto&& f) {
    f("match", o.match,
      "names of parameters, as listed by 'heed info'; * stands for any text, as in encoder.*");
    f("rate", o.rate, "factor on the step size; 0 = frozen", between(0.0, 1000.0));
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
    f("minutes", o.minutes, "stop after this many minutes of training; 0 = no limit", at_least(0.0));
    f("checkpoint_every", o.checkpoint_every, "updates between checkpoints", count_from(1));
    f("log_every", o.log_every, "updates between lines of log.jsonl", count_from(1));
    f("seed", o.seed, "seed of initial weights, order and dropout", at_least(0));
    f("workers", o.workers, "threads that share each update; best one per core", between(1, 256));
    f("batch_tokens", o.batch_tokens, "tokens in each batch, padding included, over all workers",
      count_from(1));
    f("accumulate", o.accumulate, "number of batches whose gradients are summed for each update",
      between(1, 10000));
    f("clip", o.clip, "largest norm of the gradient; 0 = no limit", at_least(0.0));
    f("max_skipped", o.max_skipped,
      "stop after this many consecutive updates without a finite loss, which are skipped", count_from(1));
    f("ema", o.ema,
      "decay of a moving average of the weights, which replaces them in validation and saving; 0 = none",
      between(0.0, 0.999999));
    f("precision", o.precision,
      "number format of products with weights; auto = bf16 if the processor has bf16 tiles, else fp32",
      one_of({"auto", "bf16", "fp32"}));
    f("fused", o.fused, "use Heed's fast kernels; false = libtorch's operations, slower, for comparison");
    f("optimiser", o.optimiser, "optimiser and its options");
    f("schedule", o.schedule, "how the step size changes");
    f("validation", o.validation, "how the model is validated during training");
    f("final", o.final, "which weights become the model");
    f("from", o.from, "a model whose weights to start from");
    f("groups", o.groups, "parameters that are frozen or have a step size of their own");
  }
};

}  // namespace heed
