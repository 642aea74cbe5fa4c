#include "heed/training/output.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <sstream>

#include "heed/base/error.h"
#include "heed/graph/model_directory.h"

namespace heed {
namespace {

// Fails early unless the nearest existing directory above `path` allows new entries.
void require_creatable(const fs::path& path) {
  fs::path at = fs::absolute(path).lexically_normal();
  std::error_code ignored;
  while (!fs::exists(at, ignored) && at.has_parent_path() && at != at.parent_path()) at = at.parent_path();
  if (!fs::is_directory(at, ignored)) {
    throw FileError("cannot write the model to " + path.string() + ": " + at.string() +
                    " is not a directory");
  }
  if (::access(at.c_str(), W_OK | X_OK) != 0) {
    throw FileError("cannot write the model to " + path.string() + ": " + at.string() + ": " +
                    std::strerror(errno));
  }
}

// Whether a training was stopped before its recipe was written: only an almost empty training/ exists.
bool is_bare_beginning(const fs::path& path) {
  for (const auto& entry : fs::directory_iterator(path)) {
    if (entry.path().filename() != "training" || !entry.is_directory()) return false;
  }
  for (const auto& entry : fs::directory_iterator(path / "training")) {
    fs::path name = entry.path().filename();
    if (name.extension() == ".partial") name = name.stem();
    bool ours = name == "lock" || name == "recipe.yml" || name == "data.json" ||
                name.string().starts_with("examples.idx");
    if (!ours) return false;
  }
  return true;
}

// The new model may have fewer files than the old one.
bool is_part_of_model(const std::string& name) {
  return name == "recipe.yml" || name == "model.safetensors" || name == "model.graph.json" ||
         name.ends_with(".vocab.txt") || name.ends_with(".spm");
}

}  // namespace

std::string first_difference(const std::string& before, const std::string& now) {
  std::istringstream a(before), b(now);
  std::string x, y;
  while (std::getline(a, x), std::getline(b, y), a || b) {
    if (!a) x = "(nothing)";
    if (!b) y = "(nothing)";
    if (x != y) break;
  }
  auto trim = [](const std::string& s) {
    std::size_t first = s.find_first_not_of(' ');
    return first == std::string::npos ? s : s.substr(first);
  };
  return "'" + trim(x) + "' then, '" + trim(y) + "' now";
}

TrainingOutput::TrainingOutput(const fs::path& path, const std::string& recipe, OverwritePolicy policy)
    : path_(path), recipe_(recipe), policy_(std::move(policy)) {
  require_creatable(path);
  look();
}

void TrainingOutput::look() {
  if (!fs::exists(path_) || fs::is_empty(path_)) return;
  if (is_model(path_)) {
    if (read_file(path_ / "model.json").find("\"format_version\"") == std::string::npos) {
      throw OptionError(path_.string() + " has a model.json that is not heed's; choose another --out");
    }
    return look_at_finished();
  }
  if (!fs::exists(recipe_file())) {
    if (!is_bare_beginning(path_)) {
      throw OptionError(path_.string() + " has files that are not a model's; choose another --out");
    }
    return;
  }
  std::string before = read_file(recipe_file());
  if (before == recipe_) {
    state_ = State::unfinished;
  } else if (policy_.overwrite) {
    clear_ = true;
  } else {
    throw OptionError(path_.string() + " holds an unfinished training of another recipe (" +
                      first_difference(before, recipe_) +
                      "); finish that one, choose another --out, or --overwrite");
  }
}

// While a model is extended, training/recipe.yml is the new recipe and the model's own recipe.yml still the
// old one.
void TrainingOutput::look_at_finished() {
  if (policy_.overwrite) {
    clear_ = true;
    return;
  }
  if (!policy_.obstacle)
    throw OptionError(
        path_.string() +
        " holds a finished model; choose another --out, --extend to go on with its training, or "
        "--overwrite to replace it");
  if (!fs::exists(recipe_file()) || !fs::exists(checkpoint()))
    throw OptionError(
        path_.string() +
        " has no checkpoint in training/ to go on from; train it anew with --overwrite, or start "
        "another --out from its weights, if it has gradients (--set training.from=" +
        path_.string() + ")");
  std::string before = read_file(recipe_file());
  bool begun = before == recipe_ && read_file(path_ / "recipe.yml") != recipe_;
  std::string obstacle = begun ? "" : policy_.obstacle(before);
  if (!obstacle.empty())
    throw OptionError(
        "--extend: expected the recipe of " + path_.string() +
        " with more training.updates, training.minutes or training.validation.patience and nothing "
        "else changed, found " +
        obstacle);
  state_ = State::unfinished;
  extending_ = true;
}

TrainingOutput::~TrainingOutput() {
  if (lock_ >= 0) ::close(lock_);
}

void TrainingOutput::open() {
  make_directories(path_ / "training");
  lock();
  State seen = state_;
  look();  // again, now that nobody else can write: another process may have finished meanwhile
  if (state_ != seen)
    throw FileError("another process began training " + path_.string() + " meanwhile; start again");
}

void TrainingOutput::begin() {
  if (clear_) {
    fs::remove(path_ / "model.json");  // first: what is left is no longer a model
    for (const auto& entry : fs::directory_iterator(path_)) {
      if (is_part_of_model(entry.path().filename().string())) fs::remove(entry.path());
    }
    fs::remove(log());
    fs::remove(events());
  }
  if (state_ == State::fresh) fs::remove(checkpoint());
  if (state_ == State::fresh || extending_) write_file(recipe_file(), recipe_);
}

fs::path TrainingOutput::kept(int64_t update) const {
  return path_ / "training" / ("kept-" + std::to_string(update) + ".safetensors");
}

void TrainingOutput::keep_only(const ValidationHistory& history) const {
  for (const auto& entry : fs::directory_iterator(path_ / "training")) {
    bool named = !entry.path().filename().string().starts_with("kept-");
    for (const ValidationResult& one : history.kept()) named = named || entry.path() == kept(one.update);
    if (!named) fs::remove(entry.path());
  }
}

void TrainingOutput::lock() {
  fs::path file = path_ / "training" / "lock";
  lock_ = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (lock_ < 0) throw FileError("cannot write " + file.string() + ": " + std::strerror(errno));
  if (::flock(lock_, LOCK_EX | LOCK_NB) != 0) {
    throw FileError("another process is training " + path_.string() + "; wait for it, or stop it");
  }
}

}  // namespace heed
