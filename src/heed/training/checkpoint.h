// A checkpoint: everything that the next update depends on, in one safetensors file that is replaced
// atomically.
#pragma once

#include <optional>
#include <string>

#include "heed/base/files.h"
#include "heed/training/trainer.h"

namespace heed {

struct Checkpoint {
  TrainingState state;
  int64_t workers = 0;
  std::string data_fingerprint;
  int64_t log_bytes = 0;  // how much of log.jsonl belongs to it
};

void save_checkpoint(const fs::path& file, const Checkpoint& checkpoint);

// Nothing if there is none yet; a FileError if it is damaged.
std::optional<Checkpoint> load_checkpoint(const fs::path& file);

}  // namespace heed
