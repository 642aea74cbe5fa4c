// What the rest of Heed sees of a model: an Objective to train, a Predictor to run, graphs to save.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "heed/base/random.h"
#include "heed/data/batch.h"
#include "heed/graph/graph.h"
#include "heed/nn/parameters.h"
#include "heed/tasks/search_predictor.h"
#include "heed/tasks/task.h"

namespace heed {

// Summed over the batch; the trainer divides by the count of the whole update.
struct Loss {
  Tensor sum;         // scalar: of the target's tokens
  int64_t count = 0;  // target tokens
  Tensor beside;  // scalar, to be minimised too but not part of how good the model is; undefined = nothing

  Tensor whole() const;
};

struct Objective {
  virtual ~Objective() = default;
  virtual Loss loss(const Batch& batch, const Noise& noise) = 0;
};

struct Model : Objective {
  virtual std::unique_ptr<Predictor> predictor() = 0;  // refers to the model
  // Itself, if it writes its output a token at a time: what can be a member of an ensemble.
  virtual const Generator* generator() const { return nullptr; }
  // Whether it learns from given alignments.
  virtual bool wants_alignments() const { return false; }
  // Of each target token's log-probability, the norm of its gradient at each source token's vector:
  // [rows, target_length, source_length].
  virtual std::vector<float> gradient_norms(const Batch& batch) = 0;
  // Its graphs, recorded with a made-up source of `rows` × `length`; they must not depend on either.
  virtual std::vector<Graph> record(int64_t rows, int64_t length) = 0;
};

}  // namespace heed
