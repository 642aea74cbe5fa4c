#include "cli/compare/execute.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "heed/base/error.h"
#include "heed/base/log.h"
#include "heed/base/options.h"
#include "heed/base/progress.h"

namespace heed::cli {
namespace {

using Clock = std::chrono::steady_clock;
using Json = nlohmann::ordered_json;

Json json_or_nothing(const fs::path& file) {
  Json json = fs::exists(file) ? Json::parse(read_file(file), nullptr, false) : Json::object();
  return json.is_object() ? json : Json::object();
}

// The last whole line of a file that grows.
std::string tail(const fs::path& file) {
  std::error_code none;
  if (!fs::exists(file, none)) return "";
  std::string text = read_file(file);
  std::size_t end = text.find_last_of('\n');
  if (end == std::string::npos || end == 0) return "";
  std::size_t begin = text.rfind('\n', end - 1);
  return text.substr(begin == std::string::npos ? 0 : begin + 1, end - (begin + 1));
}

// What `heed eval` is asked, apart from files and model.
std::vector<std::string> eval_flags(const PlannedRun& run) {
  std::vector<std::string> flags = {"--json"};
  if (run.attends) flags.emplace_back("--attention");
  if (run.gradients) flags.emplace_back("--gradients");
  return flags;
}

}  // namespace

Executor::Executor(std::vector<std::string> test, std::size_t total, std::function<bool()> wished)
    : test_(std::move(test)), total_(total), wished_(std::move(wished)) {}

std::string Executor::evaluated(const PlannedRun& run) const {
  return (test_.empty() ? "dev" : join_names(test_, " + ")) + " " + join_names(eval_flags(run), " ");
}

void Executor::tell(const PlannedRun& run, const std::string& what) const {
  say("[" + std::to_string(done_ + 1) + "/" + std::to_string(total_) + "] " + run.name + ": " + what);
}

bool Executor::execute(const PlannedRun& run) {
  bool goes_on = true;
  if (!run.refusal.empty()) {
    tell(run, "left out: " + run.refusal);
  } else if (run.files.finished() == evaluated(run)) {
    tell(run, "finished before");
  } else {
    auto start = Clock::now();
    make_directories(run.files.folder);
    fs::remove(run.files.result());
    write_file(run.files.recipe(), run.recipe);
    goes_on = train(run) && evaluate(run);
    seconds_ += std::chrono::duration<double>(Clock::now() - start).count();
    ++worked_;
  }
  ++done_;
  return goes_on;
}

Ended Executor::watched(const PlannedRun& run, const char* doing, const Child& child) {
  std::string left;
  if (worked_ > 0)
    left = ", about " +
           duration(seconds_ / static_cast<double>(worked_) * static_cast<double>(total_ - done_)) +
           " left for all";
  tell(run, std::string(doing) + left);
  auto told = Clock::now();
  bool live = stderr_is_terminal();
  Ended ended = run_child(child, {wished_, [&] {
                                    if (!live || Clock::now() - told < std::chrono::seconds(1)) return;
                                    told = Clock::now();
                                    std::fprintf(stderr, "\r\033[K  %s", tail(run.files.log()).c_str());
                                  }});
  if (live) std::fputs("\r\033[K", stderr);
  return ended;
}

bool Executor::train(const PlannedRun& run) {
  const RunFiles& files = run.files;
  if (fs::exists(files.model() / "model.json")) return true;
  Ended ended = watched(
      run, "training",
      {{"train", files.recipe().string(), "--out", files.model().string()}, "", "/dev/null", files.log()});
  Json before = json_or_nothing(files.trained());  // of an earlier part of it
  Json trained = {{"seconds", ended.seconds + before.value("seconds", 0.0)},
                  {"megabytes", std::max(ended.megabytes, before.value("megabytes", 0.0))}};
  write_file(files.trained(), trained.dump() + "\n");
  if (ended.stopped) return false;
  if (ended.code != 0) {
    files.fail(ended.error);
    tell(run, "failed: " + ended.error);
  }
  return true;
}

bool Executor::evaluate(const PlannedRun& run) {
  const RunFiles& files = run.files;
  if (!fs::exists(files.model() / "model.json")) return true;  // it failed
  fs::path said = files.folder / "eval.out";
  std::vector<std::string> words = {"eval", files.model().string(), "--outputs", files.outputs().string()};
  for (const std::string& flag : eval_flags(run)) words.push_back(flag);
  if (!test_.empty()) words.emplace_back("--data");
  words.insert(words.end(), test_.begin(), test_.end());
  Ended ended = watched(run, "evaluating", {words, "", said, files.log()});
  if (ended.stopped) return false;
  Json eval = json_or_nothing(said);
  fs::remove(said);
  if (ended.code != 0) {
    files.fail(ended.error);
    tell(run, "failed: " + ended.error);
    return true;
  }
  eval["megabytes"] = ended.megabytes;
  write_file(files.eval(), eval.dump() + "\n");
  files.finish(evaluated(run));
  return true;
}

}  // namespace heed::cli
