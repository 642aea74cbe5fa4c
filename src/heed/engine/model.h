// A saved model that the engine runs: the directory that `heed train` wrote, or the file that `heed export`
// made of it.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>

#include "heed/engine/engine.h"
#include "heed/engine/forward.h"
#include "heed/graph/model_files.h"
#include "heed/run/runnable.h"

namespace heed::engine {

struct EngineOptions {
  std::optional<Precision> precision;  // none: the model's own precision, which is fp32 for a directory
  bool whole_vocabulary = false;       // use the whole vocabulary even if there is a shortlist
};

// What runs the graphs of a model of a task; exactly one of the two is set. Throws InputError if the graphs
// do not fit together or do not fit the task. The data that the parameters and the shortlist point to must
// outlive it.
struct RunGraphs {
  std::unique_ptr<Engine> engine;    // for graphs that generate token by token
  std::unique_ptr<Forward> forward;  // for a graph that computes its output in one pass
};
RunGraphs run_graphs(const std::vector<Graph>& graphs, const WeightStore& parameters, const Task& task,
                     std::optional<Shortlist> shortlist);

class EngineModel : public Runnable {
 public:
  // Reads and checks the model; throws an error with the reason if it is damaged or newer than this program.
  // With `others`, which must have the same vocabularies, it is an ensemble that uses the task and search
  // options of the first model.
  explicit EngineModel(const fs::path& path, std::span<const std::string> others = {},
                       const EngineOptions& options = {});

  void require_unchanged() const override { stored_.parameters->require_unchanged(); }

 private:
  struct Stored {
    std::unique_ptr<ModelFiles> files;
    std::unique_ptr<WeightStore> parameters;
    std::optional<Shortlist> shortlist;
  };
  static Stored open(const fs::path& path, const EngineOptions& options);
  EngineModel(Stored stored, std::span<const std::string> others, const EngineOptions& options);

  Stored stored_;
  std::unique_ptr<Engine> engine_;    // set for a model that generates token by token, or
  std::unique_ptr<Forward> forward_;  // set for a model that computes its output in one pass
};

}  // namespace heed::engine
