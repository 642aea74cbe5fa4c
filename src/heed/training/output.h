// The directory that a training writes: may it be used, is there something to go on from, and who holds it.
#pragma once

#include <functional>
#include <string>

#include "heed/base/files.h"
#include "heed/training/standing.h"

namespace heed {

class TrainingOutput {
 public:
  enum class State { fresh, unfinished };

  struct Wishes {
    bool overwrite = false;
    // What keeps the new recipe from going on with a finished training by the given one; "" = nothing does.
    // No function = a finished model is not to be gone on with.
    std::function<std::string(const std::string& before)> obstacle;
  };

  // Looks, and changes nothing. A finished model is refused unless it may be overwritten or extended, an
  // unfinished training of another recipe unless it may be overwritten; a directory with anything else in it
  // is refused always.
  TrainingOutput(const fs::path& path, const std::string& recipe, Wishes wishes);
  ~TrainingOutput();
  TrainingOutput(const TrainingOutput&) = delete;
  TrainingOutput& operator=(const TrainingOutput&) = delete;

  State state() const { return state_; }
  // Makes the directory and keeps other processes out. What is to be overwritten is still there.
  void open();
  // From here on the directory is this training's: removes what is to be overwritten. A model that is
  // extended stays until the new one is written.
  void begin();

  const fs::path& path() const { return path_; }
  fs::path checkpoint() const { return path_ / "training" / "checkpoint.safetensors"; }
  fs::path examples() const { return path_ / "training" / "examples.idx"; }
  fs::path log() const { return path_ / "log.jsonl"; }
  fs::path events() const { return path_ / "training" / "events.out.tfevents.heed"; }
  // Weights that were good at an update's validation.
  fs::path kept(int64_t update) const;
  // Removes the kept weights that `standing` does not name.
  void keep_only(const Standing& standing) const;

 private:
  fs::path recipe_file() const { return path_ / "training" / "recipe.yml"; }
  void look();
  void look_at_finished();
  void lock();

  fs::path path_;
  std::string recipe_;
  State state_ = State::fresh;
  Wishes wishes_;
  bool clear_ = false, extending_ = false;
  int lock_ = -1;
};

// Of two recipes: "'a: 1' then, 'a: 2' now".
std::string first_difference(const std::string& before, const std::string& now);

}  // namespace heed
