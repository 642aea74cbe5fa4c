#include "heed/run/runnable.h"

#include <algorithm>
#include <optional>

#include "heed/base/diagnostics.h"
#include "heed/base/error.h"
#include "heed/data/input_line.h"
#include "heed/run/pass_predictor.h"
#include "heed/run/search_predictor.h"
#include "heed/tasks/registry.h"

namespace heed {
namespace {

// The sections of a recipe that are needed to run a model.
struct RunSections {
  TaskOptions task;
  SearchOptions search;
  static void fields(auto& o, auto&& f) {
    f("task", o.task, "the task that the model was trained for");
    f("search", o.search, "options of the search");
  }
  void check() const { require_valid(search); }
};

// Wraps a task's options so that they can be written and compared.
struct TaskSection {
  TaskOptions task;
  static void fields(auto& o, auto&& f) { f("task", o.task, ""); }
};

RunSections read_sections(const ModelFiles& model) {
  static const std::vector<std::string> others = {"model", "data", "training"};
  return read_options<RunSections>(model.read("recipe.yml"), model.where("recipe.yml"), {}, others);
}

std::unique_ptr<Task> load_task(const TaskOptions& options, const ModelFiles& model) {
  std::unique_ptr<Task> task = make_task(options);
  std::map<std::string, std::string> files;
  for (const std::string& name : task->file_names()) files[name] = model.read(name);
  task->load(files, model.path().string());
  return task;
}

// Throws unless token numbers mean the same in both models.
void require_same_task(const Task& task, const std::string& path, const Task& other,
                       const std::string& other_path) {
  std::map<std::string, std::string> files = task.files(), others = other.files();
  if (task.name() != other.name())
    throw InputError("an ensemble: expected " + other_path + " to be of the task of " + path + ", " +
                     task.name() + "; found " + other.name());
  for (const auto& [name, bytes] : files) {
    if (others[name] != bytes)
      throw InputError("an ensemble: expected " + other_path + "/" + name + " to be that of " + path +
                       "; found a vocabulary of another model");
  }
}

}  // namespace

std::unique_ptr<Task> load_task(const ModelFiles& model) {
  return load_task(read_sections(model).task, model);
}

Runnable::Runnable(const ModelFiles& files)
    : path_(files.path().string()), recipe_(files.read("recipe.yml")) {
  RunSections sections = read_sections(files);
  task_section_ = write_options(TaskSection{sections.task});
  search_ = sections.search;
  task_ = load_task(sections.task, files);
}

void Runnable::join(std::vector<std::unique_ptr<Runnable>> others) {
  others_ = std::move(others);
  for (const auto& other : others_) {
    require_same_task(*task_, path_, other->task(), other->path_);
    if (other->task_section_ != task_section_)
      throw InputError("an ensemble: expected " + other->path_ + " to read text as " + path_ +
                       " does; its recipe's task section is another");
    if (other->searches() != searches())
      throw InputError("an ensemble: expected " + other->path_ + " to make its outputs as " + path_ +
                       " does; one of them searches, and the other makes everything in one pass");
  }
}

void Runnable::run_by(const Generator& generator, std::vector<std::unique_ptr<Runnable>> others) {
  generator_ = &generator;
  join(std::move(others));
  std::vector<const Generator*> members = {generator_};
  for (const auto& other : others_) members.push_back(other->generator_);
  std::optional<SearchTokens> tokens = task_->search_tokens();
  if (!tokens)
    throw InputError(path_ + ": expected a model that makes its output in one pass for the task " +
                     task_->name() + ", found one that writes token by token");
  predictor_ = std::make_unique<SearchPredictor>(members, *tokens, task_->schema());
}

void Runnable::run_by(const Pass& pass, std::vector<std::unique_ptr<Runnable>> others) {
  pass_ = &pass;
  join(std::move(others));
  std::vector<const Pass*> members = {pass_};
  for (const auto& other : others_) members.push_back(other->pass_);
  predictor_ = std::make_unique<PassPredictor>(members, task_->schema());
}

Prediction Runnable::predict(const std::string& input) {
  Record record = read_inputs(input, task_->columns(), "the input");
  return predict(std::span(&record, 1), {search_, false})[0];
}

std::vector<Prediction> Runnable::predict(std::span<const Record> records, const PredictOptions& options) {
  std::vector<Example> examples;
  for (const Record& record : records) {
    examples.push_back(task_->encode(record));
    read_stored_columns(examples.back());
    const std::vector<Column>& columns = examples.back().columns;
    if (std::any_of(columns.begin(), columns.end(), [](const Column& column) { return column.cut; }))
      warn(record.where() + ": longer than task.max_length; the rest of it was cut off");
  }
  std::vector<RawOutput> outputs = run(examples, options);
  std::vector<Prediction> predictions;
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    predictions.push_back(task_->decode(outputs[i], examples[i]));
    if (searches()) continue;  // which makes as many as are asked for
    auto others = static_cast<std::size_t>(std::max<int64_t>(0, options.search.n_best - 1));
    predictions.back().others.resize(std::min(predictions.back().others.size(), others));
  }
  return predictions;
}

std::vector<RawOutput> Runnable::run(std::span<const Example> examples, const PredictOptions& options) {
  auto require_files = [&] {
    require_unchanged();
    for (const auto& other : others_) other->require_unchanged();
  };
  try {
    std::vector<RawOutput> outputs = predictor_->predict(examples, options);
    require_files();
    return outputs;
  } catch (const Error&) {
    require_files();  // weights that were overwritten look like those of a training that diverged
    throw;
  }
}

std::vector<GradientAt> Runnable::gradients(std::span<const Example>, const std::string&) {
  throw OptionError("--gradients: the engine has none; add --engine torch");
}

}  // namespace heed
