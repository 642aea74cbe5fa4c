// A model as it lies on disk, ready to run, whatever runs it: the engine, or libtorch.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "heed/graph/model_files.h"
#include "heed/tasks/search_predictor.h"
#include "heed/tasks/task.h"

namespace heed {

// The mean norm of ∂ log p(target token) / ∂ (source token's vector) over pairs that lie so far apart.
struct GradientAt {
  int64_t distance = 0, pairs = 0;
  double norm = 0;
};

// The task that a saved model was trained for, with its vocabularies.
std::unique_ptr<Task> load_task(const ModelFiles& model);

class Runnable {
 public:
  virtual ~Runnable() = default;
  Runnable(const Runnable&) = delete;
  Runnable& operator=(const Runnable&) = delete;

  const std::string& path() const { return path_; }
  const std::string& recipe() const { return recipe_; }  // that it was trained with
  const Task& task() const { return *task_; }
  const SearchOptions& search() const { return search_; }
  // Whether there is attention to align by, and how the source was read to be seen.
  bool attends() const { return generator_->attends(); }
  bool reads_by_attention() const { return generator_->reads_by_attention(); }

  // One input, with the recipe's own search options.
  Prediction predict(const std::string& source);
  // Examples in numbers, run, and read back. `records` need only their source column; their second one is
  // what `options.given` scores and `options.prefix` begins with.
  std::vector<Prediction> predict(std::span<const Record> records, const PredictOptions& options);
  // Numbers in, numbers out. A FileError if a file of the model was changed in the meantime.
  std::vector<RawOutput> run(std::span<const Example> examples, const PredictOptions& options);
  // A FileError if a file that it is run from was changed since it was opened; others of an ensemble are not
  // asked.
  virtual void require_unchanged() const {}

  // Of examples with both sides, shortest distance first; an OptionError where nothing has gradients.
  virtual std::vector<GradientAt> gradients(std::span<const Example> examples);

 protected:
  // Reads the task and its vocabularies.
  explicit Runnable(const ModelFiles& files);
  // What runs it, with others of the same vocabularies an ensemble; `generator` outlives this.
  void run_by(const Generator& generator, std::vector<std::unique_ptr<Runnable>> others);

 private:
  std::string path_, recipe_;
  TaskOptions task_options_;
  SearchOptions search_;
  std::unique_ptr<Task> task_;
  const Generator* generator_ = nullptr;
  std::vector<std::unique_ptr<Runnable>> others_;
  std::unique_ptr<Predictor> predictor_;
};

}  // namespace heed
