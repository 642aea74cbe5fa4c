// Runs the graphs `encode` and `step` of a model without libtorch: sources are encoded and prepared once,
// beams are rows that read their sentence's keys and values where they lie, and nothing is allocated from
// step to step. Which inputs a graph has, and what its outputs are for, the graph declares (graph/graph.h).
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "heed/data/batch.h"
#include "heed/engine/builder.h"
#include "heed/engine/columns.h"
#include "heed/engine/early_values.h"
#include "heed/engine/output_layer.h"
#include "heed/engine/shortlist.h"
#include "heed/graph/graph.h"
#include "heed/tasks/search_predictor.h"
#include "heed/tasks/task.h"

namespace heed::engine {

// The memory of one decoding run: activations of both graphs and the decoder state. Buffers are pooled and
// reused.
struct RunBuffers;

class Engine : public Generator {
 public:
  // What parameters and the shortlist point to must outlive the engine. An InputError if the graphs do not
  // fit together, or the task's vocabularies. `unknown`: what a copied token outside the vocabulary is read
  // as.
  Engine(const std::vector<Graph>& graphs, const WeightStore& parameters, const TaskSizes& sizes,
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

  ColumnPlan columns_;
  int32_t unknown_, words_ = 0;
  std::optional<Shortlist> shortlist_;
  std::optional<OutputLayer> output_;
  std::unique_ptr<Program> encode_, step_;
  std::optional<EarlyValues> early_;
  std::unique_ptr<Program> early_step_;  // null without it
  std::string log_probs_;                // the output of that use
  std::vector<OutputPort> encode_attention_, step_attention_;
  mutable std::mutex guard_;
  mutable std::vector<std::unique_ptr<RunBuffers>> free_;
};

}  // namespace heed::engine
