// Runs the graphs `encode` and `step` of a model without libtorch. Sources are encoded and prepared once, the
// rows of a beam read the keys and values of their sentence in place, and steps do not allocate memory. The
// graph declares its inputs and the purpose of its outputs (graph/graph.h).
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "heed/data/schema.h"
#include "heed/engine/builder.h"
#include "heed/engine/columns.h"
#include "heed/engine/early_values.h"
#include "heed/engine/output_layer.h"
#include "heed/engine/shortlist.h"
#include "heed/graph/graph.h"
#include "heed/run/generator.h"

namespace heed::engine {

// The memory of one decoding run: activations of both graphs and the decoder state. Buffers are pooled and
// reused.
struct RunBuffers;

class Engine : public Generator {
 public:
  // The data that the parameters and the shortlist point to must outlive the engine. Throws InputError if the
  // graphs do not fit together or do not fit the schema. `unknown` is the input token for a copied token
  // outside the vocabulary.
  Engine(const std::vector<Graph>& graphs, const WeightStore& parameters, const Schema& schema,
         int32_t unknown, std::optional<Shortlist> shortlist = {});
  ~Engine() override;
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  std::unique_ptr<Stepper> start(std::span<const Example* const> examples,
                                 const StepNeeds& needs) const override;
  int64_t group_of(const Example& example, const StepNeeds& needs) const override;
  bool is_thread_safe() const override { return true; }
  bool attends() const override { return !step_attention_.empty(); }
  bool reads_by_attention() const override { return !encode_attention_.empty(); }

 private:
  friend class EngineStepper;

  Schema schema_;
  std::size_t written_ = 0;  // the column that is generated token by token
  ColumnPlan columns_;
  std::vector<std::size_t> places_;  // index in an example of each column of the plan
  int32_t unknown_, words_ = 0;
  std::optional<Shortlist> shortlist_;
  std::optional<OutputLayer> output_;
  std::unique_ptr<Program> encode_, step_;
  std::optional<EarlyValues> early_;
  std::unique_ptr<Program> early_step_;  // null if the engine does not use early values
  std::string log_probs_;                // the output with Use::log_probs
  std::vector<OutputPort> encode_attention_, step_attention_;
  mutable std::mutex guard_;
  mutable std::vector<std::unique_ptr<RunBuffers>> free_;
};

}  // namespace heed::engine
