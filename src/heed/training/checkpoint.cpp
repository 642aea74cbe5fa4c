#include "heed/training/checkpoint.h"

#include <ATen/ATen.h>

#include <charconv>
#include <cstdio>

#include "heed/base/error.h"
#include "heed/graph/safetensors.h"
#include "heed/models/saved_model.h"

namespace heed {
namespace {

// Visits the numbers of a checkpoint with their names: one list for writing and reading.
void each_number(Checkpoint& c, const auto& visit) {
  visit("update", c.state.update);
  visit("steps", c.state.steps);
  visit("skipped_in_row", c.state.skipped_in_row);
  visit("drops", c.state.drops);
  visit("epoch", c.state.position.epoch);
  visit("batch", c.state.position.batch);
  visit("tokens", c.state.tokens);
  visit("tally_tokens", c.tally.tokens);
  visit("tally_skipped", c.tally.skipped);
  visit("log_bytes", c.journal.log);
  visit("event_bytes", c.journal.events);
  visit("workers", c.workers);
}

std::string text(const Safetensors& file, const std::string& key) {
  auto found = file.metadata().find(key);
  if (found == file.metadata().end())
    throw FileError(file.path().string() + ": expected '" + key + "' in a checkpoint");
  return found->second;
}

int64_t number(const Safetensors& file, const std::string& key) {
  std::string digits = text(file, key);
  int64_t value = 0;
  if (std::from_chars(digits.data(), digits.data() + digits.size(), value).ec == std::errc()) return value;
  throw FileError(file.path().string() + ": expected the number '" + key + "' in a checkpoint");
}

std::string exact(double value) {
  char digits[40];
  std::snprintf(digits, sizeof digits, "%a", value);
  return digits;
}

std::string slot_name(std::size_t i) {
  return "optimiser." + std::to_string(i);
}

}  // namespace

void save_checkpoint(const fs::path& file, const Checkpoint& checkpoint) {
  Checkpoint c = checkpoint;
  NamedTensors tensors = {{"weights", c.state.weights}};
  if (c.state.average.defined()) tensors.emplace_back("average", c.state.average);
  for (std::size_t i = 0; i < c.state.slots.size(); ++i) tensors.emplace_back(slot_name(i), c.state.slots[i]);
  std::map<std::string, std::string> metadata = {{"standing", c.history.to_text()},
                                                 {"seconds", exact(c.state.seconds)},
                                                 {"tally_loss", exact(c.tally.loss)},
                                                 {"baseline", exact(c.state.baseline)},
                                                 {"data_fingerprint", c.data_fingerprint}};
  each_number(c, [&](const char* name, int64_t value) { metadata[name] = std::to_string(value); });
  write_file(file, tensors_to_sealed_bytes(tensors, metadata));
}

std::optional<Checkpoint> load_checkpoint(const fs::path& file, const TrainingOptions& options) {
  if (!fs::exists(file)) return std::nullopt;
  Safetensors saved(file);
  saved.require_seal();
  std::map<std::string, Tensor> tensors;
  for (auto& [name, tensor] : tensors_of(saved)) tensors[name] = tensor;
  auto take = [&](const std::string& name) {
    if (!tensors.contains(name))
      throw FileError(file.string() + ": expected the tensor '" + name + "' in a checkpoint");
    return tensors[name];
  };
  Checkpoint c;
  c.state.weights = take("weights");
  if (options.ema > 0) c.state.average = take("average");
  auto slots = static_cast<std::size_t>(make_optimiser(options.optimiser)->slots());
  for (std::size_t i = 0; i < slots; ++i) c.state.slots.push_back(take(slot_name(i)));
  each_number(c, [&](const char* name, int64_t& value) { value = number(saved, name); });
  c.history = ValidationHistory(options);
  c.history.from_text(text(saved, "standing"));
  c.state.baseline = std::strtod(text(saved, "baseline").c_str(), nullptr);
  c.state.seconds = std::strtod(text(saved, "seconds").c_str(), nullptr);
  c.tally.loss = std::strtod(text(saved, "tally_loss").c_str(), nullptr);
  c.data_fingerprint = text(saved, "data_fingerprint");
  return c;
}

void save_weights(const fs::path& file, const Tensor& weights) {
  write_file(file, tensors_to_sealed_bytes({{"weights", weights}}));
}

Tensor load_weights(const fs::path& file, int64_t size) {
  Safetensors saved(file);
  saved.require_seal();
  NamedTensors tensors = tensors_of(saved);
  if (tensors.size() != 1 || tensors[0].second.numel() != size) {
    throw FileError(file.string() + ": expected " + std::to_string(size) +
                    " weights of this training; train again with --overwrite");
  }
  return tensors[0].second;
}

}  // namespace heed
