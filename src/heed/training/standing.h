// Where a training stands after its validations: which of them were best, for how long nothing was better,
// and so whether it is enough. A pure function of the sequence of values, so that a resumed training decides
// as if it had never stopped.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "heed/training/options.h"

namespace heed {

// One validation: the larger the value, the better; of equal ones the one with the smaller loss. What is not
// finite is never good.
struct Kept {
  int64_t update = 0;
  double value = 0, loss = 0;

  bool better_than(const Kept& other) const {
    return value != other.value ? value > other.value : loss < other.loss;
  }
};

class Standing {
 public:
  Standing() = default;
  explicit Standing(const TrainingOptions& options);

  struct Verdict {
    bool best = false;     // better than all before
    bool keep = false;     // its weights are wanted
    bool plateau = false;  // the schedule's patience is over: cut the step size
  };
  Verdict add(const Kept& validation);

  bool enough() const;                                     // the validation's patience is over
  const std::vector<Kept>& kept() const { return kept_; }  // best first, or last first
  const std::vector<Kept>& best() const { return best_; }  // one at most

  // Its numbers as one line of text, and back.
  std::string to_text() const;
  void from_text(const std::string& text);

 private:
  int64_t capacity_ = 1, patience_ = 0, plateau_ = 0;
  bool last_ = false;
  int64_t without_better_ = 0, since_drop_ = 0;
  std::vector<Kept> kept_, best_;
};

}  // namespace heed
