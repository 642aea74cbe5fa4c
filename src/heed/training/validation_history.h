// Remembers the validations of one training run: which were best and for how long none has been better. It
// decides which weights are kept and when training stops. Its state depends only on the sequence of results,
// so a resumed training decides as if it had never stopped.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "heed/training/options.h"

namespace heed {

// One validation. A larger value is better; if two values are equal, the smaller loss is better. A result
// that is not finite never counts as the best and is never kept.
struct ValidationResult {
  int64_t update = 0;
  double value = 0, loss = 0;

  bool better_than(const ValidationResult& other) const {
    return value != other.value ? value > other.value : loss < other.loss;
  }
};

class ValidationHistory {
 public:
  ValidationHistory() = default;
  explicit ValidationHistory(const TrainingOptions& options);

  struct Verdict {
    bool best = false;     // this validation is better than all before it
    bool keep = false;     // its weights must be saved
    bool plateau = false;  // the schedule's patience is over: the step size must be cut
  };
  Verdict add(const ValidationResult& validation);

  // Whether training should stop because the patience of `training.validation` is over.
  bool enough() const;

  // The validations whose weights are kept: the best first, or with `final.from: last` the latest first.
  const std::vector<ValidationResult>& kept() const { return kept_; }

  // The best validation so far; empty before the first finite one.
  const std::vector<ValidationResult>& best() const { return best_; }

  // Writes the state as one line of text for the checkpoint, and reads it back. Throws FileError if the text
  // is damaged.
  std::string to_text() const;
  void from_text(const std::string& text);

 private:
  int64_t capacity_ = 1, patience_ = 0, plateau_ = 0;
  bool last_ = false;
  int64_t without_better_ = 0, since_drop_ = 0;
  std::vector<ValidationResult> kept_, best_;
};

}  // namespace heed
