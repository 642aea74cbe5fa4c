#include "heed/training/checkpoint.h"

#include <ATen/ATen.h>

#include <charconv>

#include "heed/base/error.h"
#include "heed/graph/safetensors.h"
#include "heed/models/saved_model.h"

namespace heed {
namespace {

int64_t number(const Safetensors& file, const std::string& key) {
  auto found = file.metadata().find(key);
  int64_t value = 0;
  if (found != file.metadata().end()) {
    const std::string& text = found->second;
    if (std::from_chars(text.data(), text.data() + text.size(), value).ec == std::errc()) return value;
  }
  throw FileError(file.path().string() + ": expected the number '" + key + "' in a checkpoint");
}

}  // namespace

void save_checkpoint(const fs::path& file, const Checkpoint& checkpoint) {
  const TrainingState& state = checkpoint.state;
  NamedTensors tensors = {
      {"weights", state.weights}, {"adam.first", state.first}, {"adam.second", state.second}};
  write_file(file, tensors_to_bytes(tensors, {{"update", std::to_string(state.update)},
                                              {"epoch", std::to_string(state.position.epoch)},
                                              {"batch", std::to_string(state.position.batch)},
                                              {"workers", std::to_string(checkpoint.workers)},
                                              {"log_bytes", std::to_string(checkpoint.log_bytes)},
                                              {"data_fingerprint", checkpoint.data_fingerprint}}));
}

std::optional<Checkpoint> load_checkpoint(const fs::path& file) {
  if (!fs::exists(file)) return std::nullopt;
  Safetensors saved(file);
  Checkpoint checkpoint;
  for (auto& [name, tensor] : tensors_of(saved)) {
    if (name == "weights") checkpoint.state.weights = tensor;
    if (name == "adam.first") checkpoint.state.first = tensor;
    if (name == "adam.second") checkpoint.state.second = tensor;
  }
  const TrainingState& state = checkpoint.state;
  if (!state.weights.defined() || !state.first.defined() || !state.second.defined()) {
    throw FileError(file.string() +
                    ": expected the tensors weights, adam.first and adam.second in a checkpoint");
  }
  checkpoint.state.update = number(saved, "update");
  checkpoint.state.position = {number(saved, "epoch"), number(saved, "batch")};
  checkpoint.workers = number(saved, "workers");
  checkpoint.log_bytes = number(saved, "log_bytes");
  auto found = saved.metadata().find("data_fingerprint");
  if (found == saved.metadata().end())
    throw FileError(file.string() + ": expected 'data_fingerprint' in a checkpoint");
  checkpoint.data_fingerprint = found->second;
  return checkpoint;
}

}  // namespace heed
