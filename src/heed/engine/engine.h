// Runs an encoder–decoder's graphs without libtorch: the source is encoded and prepared once, beams are
// rows that look at their sentence's keys and values where they lie, and nothing is allocated from step to
// step.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "heed/data/batch.h"
#include "heed/engine/builder.h"
#include "heed/engine/early_values.h"
#include "heed/engine/output_layer.h"
#include "heed/engine/shortlist.h"
#include "heed/graph/graph.h"
#include "heed/tasks/search_predictor.h"
#include "heed/tasks/task.h"

namespace heed::engine {

// What lets an Engine run once: both graphs' memory, and what goes from step to step. They are kept and used
// again.
struct Room;

class Engine : public Generator {
 public:
  // The graphs `encode` and `step` of an encoder–decoder; what parameters and the shortlist point to must
  // outlive the engine. An InputError if they do not fit together, or the task's vocabularies. `unknown`:
  // what a copied token outside the vocabulary is read as.
  Engine(const std::vector<Graph>& graphs, const Parameters& parameters, const TaskSizes& sizes,
         int32_t unknown, std::optional<Shortlist> shortlist = {});
  ~Engine() override;
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  std::unique_ptr<Stepper> start(std::span<const Example* const> examples,
                                 const StepNeeds& needs) const override;
  int64_t group_of(const Example& example, const StepNeeds& needs) const override;
  bool runs_side_by_side() const override { return true; }
  bool attends() const override { return step_->output("weights") != kNone; }
  bool reads_by_attention() const override { return encode_->output("encoder.weights0") != kNone; }

 private:
  friend class EngineStepper;
  void require_step(bool copies) const;
  void require_source_looks() const;

  int32_t unknown_, words_ = 0;
  std::optional<Shortlist> shortlist_;
  std::optional<OutputLayer> output_;
  std::unique_ptr<Program> encode_, step_;
  std::optional<EarlyValues> early_;
  std::unique_ptr<Program> early_step_;  // null without it
  mutable std::mutex guard_;
  mutable std::vector<std::unique_ptr<Room>> free_;
};

}  // namespace heed::engine
