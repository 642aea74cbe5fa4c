#include "heed/models/saved_model.h"

#include <ATen/ATen.h>

#include <stdexcept>

#include "heed/base/error.h"
#include "heed/models/gradient_flow.h"

namespace heed {
namespace {

ModelRecipe read_recipe(const ModelDirectory& directory) {
  static const std::vector<std::string> only_training = {"data", "training"};
  return read_options<ModelRecipe>(directory.read("recipe.yml"), directory.file("recipe.yml").string(), {},
                                   only_training);
}

NamedTensors contiguous(const NamedTensors& tensors) {
  NamedTensors whole;
  for (const auto& [name, tensor] : tensors) whole.emplace_back(name, tensor.detach().contiguous());
  return whole;
}

std::vector<TensorView> views_of(const NamedTensors& tensors) {
  std::vector<TensorView> views;
  for (const auto& [name, tensor] : tensors) {
    if (tensor.scalar_type() != at::kFloat) throw std::logic_error("only float tensors are saved: " + name);
    views.push_back(
        {name, "F32", tensor.sizes().vec(), {static_cast<const char*>(tensor.data_ptr()), tensor.nbytes()}});
  }
  return views;
}

}  // namespace

SavedModel::SavedModel(const fs::path& path, std::span<const std::string> others)
    : SavedModel(ModelDirectory(path), others) {}

SavedModel::SavedModel(const ModelDirectory& directory, std::span<const std::string> others)
    : Runnable(directory) {
  fs::path weights = directory.file("model.safetensors");
  parameters_ =
      std::make_unique<Parameters>(Parameters::over(tensors_of(Safetensors(weights)), weights.string()));
  model_ = make_model(read_recipe(directory).model, task(), Scope(*parameters_));
  parameters_->require_all_used();
  std::vector<std::unique_ptr<Runnable>> members;
  for (const std::string& other : others) members.push_back(std::make_unique<SavedModel>(other));
  if (const Pass* pass = model_->pass())
    run_by(*pass, std::move(members));
  else
    run_by(*model_->generator(), std::move(members));
}

std::vector<GradientAt> SavedModel::gradients(std::span<const Example> examples, const std::string& input) {
  if (model_->fitted() != nullptr)
    throw OptionError("--gradients: " + path() +
                      " was counted and not trained, and has no gradients; choose another model");
  Schema schema = task().schema();
  std::vector<std::string> names;
  for (std::size_t place : schema.inputs()) {
    if (input.empty() || schema[place].name == input) return gradient_flow(*model_, examples, schema, place);
    names.push_back(schema[place].name);
  }
  throw OptionError("--gradients: expected one of the inputs of the task " + task().name() + " (" +
                    join_names(names, ", ") + "), found '" + input + "'");
}

std::vector<Graph> recorded_graphs(Model& model) {
  std::vector<Graph> graphs = model.record(2, 5);
  if (model.record(3, 7) != graphs)
    throw std::logic_error("the model's graph depends on the size of its input");
  return graphs;
}

std::string tensors_to_bytes(const NamedTensors& tensors) {
  NamedTensors kept = contiguous(tensors);
  return write_safetensors(views_of(kept), {});
}

std::string tensors_to_sealed_bytes(const NamedTensors& tensors,
                                    const std::map<std::string, std::string>& metadata) {
  NamedTensors kept = contiguous(tensors);
  return write_sealed_safetensors(views_of(kept), metadata);
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
