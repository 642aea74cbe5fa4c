#include "heed/tasks/runnable.h"

#include "heed/base/error.h"
#include "heed/base/log.h"

namespace heed {
namespace {

// The sections of a recipe that running a model takes.
struct RunSections {
  TaskOptions task;
  SearchOptions search;
  static void fields(auto& o, auto&& f) {
    f("task", o.task, "what was learnt");
    f("search", o.search, "how outputs are found");
  }
  void check() const { require_valid(search); }
};

// So that a task's options can be written and compared.
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

// Numbers of tokens mean the same to both.
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
  task_options_ = sections.task;
  search_ = sections.search;
  task_ = load_task(task_options_, files);
}

void Runnable::run_by(const Generator& generator, std::vector<std::unique_ptr<Runnable>> others) {
  generator_ = &generator;
  others_ = std::move(others);
  std::vector<const Generator*> members = {generator_};
  for (const auto& other : others_) {
    require_same_task(*task_, path_, other->task(), other->path_);
    if (write_options(TaskSection{other->task_options_}) != write_options(TaskSection{task_options_}))
      throw InputError("an ensemble: expected " + other->path_ + " to read text as " + path_ +
                       " does; its recipe's task section is another");
    members.push_back(other->generator_);
  }
  predictor_ = std::make_unique<SearchPredictor>(members, task_->search_tokens());
}

Prediction Runnable::predict(const std::string& source) {
  Record record{{source}, "the input", 0};
  return predict(std::span(&record, 1), {search_, false})[0];
}

std::vector<Prediction> Runnable::predict(std::span<const Record> records, const PredictOptions& options) {
  std::vector<Example> examples;
  for (const Record& record : records) {
    examples.push_back(task_->encode(record));
    examples.back().line = record.line;
    if (examples.back().source.cut || examples.back().target.cut) {
      warn(record.where() + ": longer than task.max_length; the rest of it was cut off");
    }
  }
  std::vector<RawOutput> outputs = run(examples, options);
  std::vector<Prediction> predictions;
  for (std::size_t i = 0; i < outputs.size(); ++i)
    predictions.push_back(task_->decode(outputs[i], examples[i]));
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

std::vector<GradientAt> Runnable::gradients(std::span<const Example>) {
  throw OptionError("--gradients: the engine has none; add --engine torch");
}

}  // namespace heed
