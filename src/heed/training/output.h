// The output directory of a training: checks whether it may be used and whether there is a training to
// resume, and locks it.
#pragma once

#include <functional>
#include <string>

#include "heed/base/files.h"
#include "heed/training/validation_history.h"

namespace heed {

class TrainingOutput {
 public:
  enum class State { fresh, unfinished };

  struct OverwritePolicy {
    bool overwrite = false;
    // Returns the reason why a finished training of the recipe `before` cannot be extended by the new recipe,
    // or "" if it can. Without a function, a finished model is never extended.
    std::function<std::string(const std::string& before)> obstacle;
  };

  // Inspects the directory and changes nothing. Throws if it holds a finished model that may be neither
  // overwritten nor extended, an unfinished training of another recipe that may not be overwritten, or any
  // other files.
  TrainingOutput(const fs::path& path, const std::string& recipe, OverwritePolicy policy);
  ~TrainingOutput();
  TrainingOutput(const TrainingOutput&) = delete;
  TrainingOutput& operator=(const TrainingOutput&) = delete;

  State state() const { return state_; }
  // Creates the directory and locks out other processes. Deletes nothing yet.
  void open();
  // Deletes what is to be overwritten. A model that is extended stays until the new one is written.
  void begin();

  const fs::path& path() const { return path_; }
  fs::path checkpoint() const { return path_ / "training" / "checkpoint.safetensors"; }
  fs::path examples() const { return path_ / "training" / "examples.idx"; }
  fs::path log() const { return path_ / "log.jsonl"; }
  fs::path events() const { return path_ / "training" / "events.out.tfevents.heed"; }
  // The file of the weights that were kept after the validation at an update.
  fs::path kept(int64_t update) const;
  // Deletes all kept weights except those that `history` keeps.
  void keep_only(const ValidationHistory& history) const;

 private:
  fs::path recipe_file() const { return path_ / "training" / "recipe.yml"; }
  void look();
  void look_at_finished();
  void lock();

  fs::path path_;
  std::string recipe_;
  State state_ = State::fresh;
  OverwritePolicy policy_;
  bool clear_ = false, extending_ = false;
  int lock_ = -1;
};

// Describes the first difference between two recipes: "'a: 1' then, 'a: 2' now".
std::string first_difference(const std::string& before, const std::string& now);

}  // namespace heed
