#include "heed/models/saved_model.h"

#include <ATen/ATen.h>

#include <stdexcept>

#include "heed/base/error.h"
#include "heed/base/log.h"

namespace heed {
namespace {

std::unique_ptr<Task> load_task(const TaskOptions& options, const ModelDirectory& directory) {
  std::unique_ptr<Task> task = make_task(options);
  std::map<std::string, std::string> files;
  for (const std::string& name : task->file_names()) files[name] = directory.read(name);
  task->load(files, directory.path().string());
  return task;
}

ModelRecipe read_recipe(const ModelDirectory& directory) {
  static const std::vector<std::string> only_training = {"data", "training"};
  return read_options<ModelRecipe>(directory.read("recipe.yml"), directory.file("recipe.yml").string(), {},
                                   only_training);
}

// So that a task's options can be written and compared.
struct TaskSection {
  TaskOptions task;
  static void fields(auto& o, auto&& f) { f("task", o.task, ""); }
};

const Generator* generator_of(const Model& model, const std::string& path) {
  if (const Generator* generator = model.generator()) return generator;
  throw InputError("an ensemble: expected models that write their output a token at a time, found " + path);
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

SavedModel::SavedModel(const fs::path& path, std::span<const std::string> others) {
  ModelDirectory directory(path);
  recipe_ = read_recipe(directory);
  task_ = load_task(recipe_.task, directory);
  fs::path weights = directory.file("model.safetensors");
  parameters_ =
      std::make_unique<Parameters>(Parameters::over(tensors_of(Safetensors(weights)), weights.string()));
  model_ = make_model(recipe_.model, *task_, Scope(*parameters_));
  parameters_->require_all_used();
  if (others.empty())
    predictor_ = model_->predictor();
  else
    add_members(path, others);
}

void SavedModel::add_members(const fs::path& path, std::span<const std::string> others) {
  std::vector<const Generator*> members = {generator_of(*model_, path.string())};
  for (const std::string& other : others) {
    others_.push_back(std::make_unique<SavedModel>(other));
    require_same_task(*task_, path.string(), others_.back()->task(), other);
    if (write_options(TaskSection{others_.back()->recipe().task}) != write_options(TaskSection{recipe_.task}))
      throw InputError("an ensemble: expected " + other + " to read text as " + path.string() +
                       " does; its recipe's task section is another");
    members.push_back(generator_of(others_.back()->model(), other));
  }
  predictor_ = std::make_unique<SearchPredictor>(members, task_->search_tokens());
}

Prediction SavedModel::predict(const std::string& source) {
  Record record{{source}, "the input", 0};
  return predict(std::span(&record, 1), {recipe_.search, false})[0];
}

std::vector<Prediction> SavedModel::predict(std::span<const Record> records, const PredictOptions& options) {
  std::vector<Example> examples;
  for (const Record& record : records) {
    examples.push_back(task_->encode(record));
    examples.back().line = record.line;
    if (examples.back().source.cut || examples.back().target.cut) {
      warn(record.where() + ": longer than task.max_length; the rest of it was cut off");
    }
  }
  std::vector<RawOutput> outputs = predictor_->predict(examples, options);
  std::vector<Prediction> predictions;
  for (std::size_t i = 0; i < outputs.size(); ++i)
    predictions.push_back(task_->decode(outputs[i], examples[i]));
  return predictions;
}

std::vector<Graph> recorded_graphs(Model& model) {
  std::vector<Graph> graphs = model.record(2, 5);
  if (model.record(3, 7) != graphs)
    throw std::logic_error("the model's graph depends on the size of its input");
  return graphs;
}

std::string tensors_to_bytes(const NamedTensors& tensors,
                             const std::map<std::string, std::string>& metadata) {
  NamedTensors kept;
  std::vector<TensorView> views;
  for (const auto& [name, tensor] : tensors) {
    kept.emplace_back(name, tensor.detach().contiguous());
    const Tensor& whole = kept.back().second;
    if (whole.scalar_type() != at::kFloat) throw std::logic_error("only float tensors are saved: " + name);
    views.push_back(
        {name, "F32", whole.sizes().vec(), {static_cast<const char*>(whole.data_ptr()), whole.nbytes()}});
  }
  return write_safetensors(std::move(views), metadata);
}

NamedTensors tensors_of(const Safetensors& file) {
  NamedTensors tensors;
  for (const TensorView& view : file.tensors()) {
    if (view.dtype != "F32")
      throw FileError(file.path().string() + ": expected '" + view.name + "' as F32, found " + view.dtype);
    Tensor tensor = at::empty(view.shape, at::TensorOptions().dtype(at::kFloat));
    std::copy(view.bytes.begin(), view.bytes.end(), static_cast<char*>(tensor.data_ptr()));
    tensors.emplace_back(view.name, tensor);
  }
  return tensors;
}

}  // namespace heed
