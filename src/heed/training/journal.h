// Writes the progress of a training run: log.jsonl with one JSON object on each line, and the same numbers as
// TensorBoard events. When a run is resumed, both files are cut back to the state of the checkpoint, so that
// nothing is logged twice.
#pragma once

#include <cstdint>
#include <fstream>
#include <span>

#include "heed/base/files.h"
#include "heed/training/events.h"
#include "heed/training/judge.h"
#include "heed/training/trainer.h"

namespace heed {

// The sizes of both files, in bytes, at the time of a checkpoint.
struct JournalMark {
  int64_t log = 0, events = 0;
};

// Sums over the updates since the last line of the log.
struct Tally {
  double loss = 0;  // summed over target tokens
  int64_t tokens = 0, skipped = 0;

  void add(const UpdateOutcome& outcome);
  double mean() const;
};

class Journal {
 public:
  Journal(const fs::path& log, const fs::path& events, const JournalMark& from);

  void training(const TrainingState& state, const UpdateOutcome& last, const Tally& tally,
                double tokens_per_second);
  void validation(const TrainingState& state, const Judgement& judgement, bool best);
  // Logs the validation of the weights that became the model.
  void final(const TrainingState& state, const Judgement& judgement);
  JournalMark mark();

 private:
  void line(const std::string& json);

  fs::path log_;
  std::ofstream out_;
  EventFile events_;
};

}  // namespace heed
