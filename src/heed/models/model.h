// The interface of a model to the rest of Heed: an Objective to train, a Generator or a Pass to run, and
// graphs to save.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "heed/base/progress.h"
#include "heed/base/random.h"
#include "heed/data/index.h"
#include "heed/graph/graph.h"
#include "heed/nn/parameters.h"
#include "heed/run/generator.h"
#include "heed/run/pass.h"
#include "heed/run/predictor.h"
#include "heed/tasks/task.h"

namespace heed {

// A loss, summed over the batch. The trainer divides by the count of the whole update.
struct Loss {
  Tensor sum;         // scalar: the loss of the answers' elements
  int64_t count = 0;  // number of elements: target tokens, labels
  Tensor beside;      // scalar: minimised too, but not part of the reported loss; undefined if there is none

  Tensor whole() const;
};

struct Objective {
  virtual ~Objective() = default;
  virtual Loss loss(const Batch& batch, const Noise& noise) = 0;
};

// The norms of the gradients of each output element's log-probability at each vector of an input column.
struct GradientNorms {
  std::vector<int64_t> outputs, inputs;  // [rows]: number of elements of each example
  std::vector<float> norms;              // [rows, longest output, longest input]
  // Whether output t belongs to input t, as a tag does: their distance is then |t − j|. Otherwise outputs
  // follow after all S inputs of the row, and the distance is S − j + t steps.
  bool beside = false;
};

// A model without gradients, whose parameters are computed from the training data at once, such as n-gram
// counts or a factorisation. It is saved and run like any other model.
struct Fitted {
  virtual ~Fitted() = default;
  // Computes and sets the parameters of the model.
  virtual void fit(const ExampleIndex& examples, Progress& progress) = 0;
};

struct Model : Objective {
  // Returns this object if the model is fitted and has no gradients, else null.
  virtual Fitted* fitted() { return nullptr; }
  // Exactly one of these returns this object: generator() if the model generates its output token by token,
  // pass() if it computes it in one pass.
  virtual const Generator* generator() const { return nullptr; }
  virtual const Pass* pass() const { return nullptr; }
  // Whether the model learns from given alignments.
  virtual bool wants_alignments() const { return false; }
  // `input` is the index of the input column in the schema.
  virtual GradientNorms gradient_norms(const Batch& batch, std::size_t input) = 0;
  // Records the graphs of the model with arbitrary inputs of `rows` × `length`. The graphs must depend on
  // neither.
  virtual std::vector<Graph> record(int64_t rows, int64_t length) = 0;
};

// Makes what runs a model that is in memory. It refers to the model, which must outlive it.
std::unique_ptr<Predictor> make_predictor(const Model& model, const Task& task);

}  // namespace heed
