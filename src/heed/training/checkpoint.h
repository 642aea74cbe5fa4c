// A checkpoint holds everything that the next update depends on, in one safetensors file that is replaced
// atomically. The weights of good validations are kept in files of their own beside it. Both kinds of file
// carry a checksum, so that a training is never resumed from damaged numbers.
#pragma once

#include <optional>
#include <string>

#include "heed/base/files.h"
#include "heed/training/journal.h"
#include "heed/training/trainer.h"
#include "heed/training/validation_history.h"

namespace heed {

struct Checkpoint {
  TrainingState state;
  ValidationHistory history;
  Tally tally;
  JournalMark journal;
  int64_t workers = 0;
  std::string data_fingerprint;
};

void save_checkpoint(const fs::path& file, const Checkpoint& checkpoint);

// Returns nothing if there is no checkpoint yet. Throws FileError if the checkpoint is damaged or was written
// with other training options.
std::optional<Checkpoint> load_checkpoint(const fs::path& file, const TrainingOptions& options);

// Writes and reads flat weights alone.
void save_weights(const fs::path& file, const Tensor& weights);
Tensor load_weights(const fs::path& file, int64_t size);

}  // namespace heed
