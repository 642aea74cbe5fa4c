// A checkpoint: everything that the next update depends on, in one safetensors file that is replaced
// atomically. Weights that were good at a validation are kept in files of their own beside it. Both carry a
// checksum of the whole file, so that a training never goes on from damaged numbers.
#pragma once

#include <optional>
#include <string>

#include "heed/base/files.h"
#include "heed/training/journal.h"
#include "heed/training/standing.h"
#include "heed/training/trainer.h"

namespace heed {

struct Checkpoint {
  TrainingState state;
  Standing standing;
  Tally tally;
  JournalMark journal;
  int64_t workers = 0;
  std::string data_fingerprint;
};

void save_checkpoint(const fs::path& file, const Checkpoint& checkpoint);

// Nothing if there is none yet; a FileError if it is damaged, or was made by other options of training.
std::optional<Checkpoint> load_checkpoint(const fs::path& file, const TrainingOptions& options);

// Flat weights alone.
void save_weights(const fs::path& file, const Tensor& weights);
Tensor load_weights(const fs::path& file, int64_t size);

}  // namespace heed
