#include "cli/compare/execute.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "cli/terminal_diagnostics.h"
#include "heed/base/diagnostics.h"
#include "heed/base/error.h"
#include "heed/base/json_depth.h"
#include "heed/base/options.h"
#include "heed/base/progress.h"
#include "heed/base/thread_pool.h"

namespace heed::cli {
namespace {

using Clock = std::chrono::steady_clock;
using Json = nlohmann::ordered_json;

Json json_or_nothing(const fs::path& file) {
  if (!fs::exists(file)) return Json::object();
  std::string text = read_file(file);
  if (is_nested_too_deeply(text)) return Json::object();
  Json json = Json::parse(text, nullptr, false);
  return json.is_object() ? json : Json::object();
}

// The last complete line of a growing file.
std::string tail(const fs::path& file) {
  std::error_code none;
  if (!fs::exists(file, none)) return "";
  std::string text = read_file(file);
  std::size_t end = text.find_last_of('\n');
  if (end == std::string::npos || end == 0) return "";
  std::size_t begin = text.rfind('\n', end - 1);
  return text.substr(begin == std::string::npos ? 0 : begin + 1, end - (begin + 1));
}

// The flags for `heed eval`, apart from files and model.
std::vector<std::string> eval_flags(const PlannedRun& run) {
  std::vector<std::string> flags = {"--json"};
  if (run.attends) flags.emplace_back("--attention");
  return flags;
}

}  // namespace

Executor::Executor(std::vector<std::string> test, std::size_t total, int64_t jobs,
                   std::function<bool()> wished)
    : test_(std::move(test)), total_(total), jobs_(jobs), wished_(std::move(wished)) {}

std::string Executor::evaluated(const PlannedRun& run) const {
  return "heed eval " + join_names(eval_flags(run), " ") + (run.gradients ? " and gradients" : "") + " of " +
         (test_.empty() ? "dev" : join_names(test_, " + "));
}

void Executor::tell(const PlannedRun& run, const std::string& what) const {
  say("[" + std::to_string(run.number) + "/" + std::to_string(total_) + "] " + run.name + ": " + what);
}

bool Executor::execute(std::span<const PlannedRun> runs) {
  std::atomic<bool> stopped = false;
  for_each_in_parallel(runs.size(), jobs_, [&](std::size_t i) {
    if (stopped || wished_() || !execute(runs[i])) stopped = true;
  });
  return !stopped && !wished_();
}

bool Executor::execute(const PlannedRun& run) {
  bool goes_on = true;
  if (run.files.finished() == evaluated(run)) {
    tell(run, "finished before");
  } else {
    auto start = Clock::now();
    make_directories(run.files.folder);
    fs::remove(run.files.result());
    write_file(run.files.recipe(), run.recipe);
    goes_on = train(run) && evaluate(run);
    std::lock_guard hold(counts_);
    seconds_ += std::chrono::duration<double>(Clock::now() - start).count();
    ++worked_;
  }
  std::lock_guard hold(counts_);
  ++done_;
  return goes_on;
}

std::string Executor::time_left() {
  std::lock_guard hold(counts_);
  if (worked_ == 0) return "";
  double runs = static_cast<double>(total_ - done_) / static_cast<double>(jobs_);
  return ", about " + duration(seconds_ / static_cast<double>(worked_) * runs) + " left for all";
}

ChildResult Executor::watched(const PlannedRun& run, const char* doing, const Child& child) {
  tell(run, doing + time_left());
  auto told = Clock::now();
  ChildResult ended =
      run_child(child, {wished_, [&] {
                          if (Clock::now() - told < std::chrono::seconds(1)) return;
                          told = Clock::now();
                          set_status("  [" + std::to_string(run.number) + "] " + tail(run.files.log()));
                        }});
  set_status("");
  return ended;
}

bool Executor::train(const PlannedRun& run) {
  const RunFiles& files = run.files;
  if (fs::exists(files.model() / "model.json")) return true;
  ChildResult ended = watched(run, "training",
                              {ChildProgram::heed_train,
                               {"train", files.recipe().string(), "--out", files.model().string()},
                               "",
                               "/dev/null",
                               files.log()});
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

Child Executor::evaluating(const PlannedRun& run) const {
  const RunFiles& files = run.files;
  std::vector<std::string> words = {"eval", files.model().string(), "--outputs", files.outputs().string()};
  for (const std::string& flag : eval_flags(run)) words.push_back(flag);
  if (!test_.empty()) words.emplace_back("--data");
  words.insert(words.end(), test_.begin(), test_.end());
  return {ChildProgram::heed, words, "", files.folder / "eval.out", files.log()};
}

// The child that measures gradients. Its outputs are not used, so they are decoded in the fastest way.
Child Executor::differentiating(const PlannedRun& run) const {
  const RunFiles& files = run.files;
  std::vector<std::string> words = {"eval", files.model().string(), "--gradients", "--json", "--beam", "1"};
  if (!test_.empty()) words.emplace_back("--data");
  words.insert(words.end(), test_.begin(), test_.end());
  return {ChildProgram::heed_train, words, "", files.folder / "gradients.out", files.log()};
}

// Sets `said` to the output of the child.
ChildResult Executor::evaluate(const PlannedRun& run, const Child& child, Json& said) {
  ChildResult ended = watched(run, "evaluating", child);
  said = json_or_nothing(child.output);
  fs::remove(child.output);
  if (ended.code != 0 && !ended.stopped) {
    run.files.fail(ended.error);
    tell(run, "failed: " + ended.error);
  }
  return ended;
}

bool Executor::evaluate(const PlannedRun& run) {
  const RunFiles& files = run.files;
  if (!fs::exists(files.model() / "model.json")) return true;  // it failed
  Json eval, gradients;
  ChildResult ended = evaluate(run, evaluating(run), eval);
  eval["megabytes"] = ended.megabytes;
  if (ended.code == 0 && !ended.stopped && run.gradients) {
    ended = evaluate(run, differentiating(run), gradients);
    eval["gradients"] = gradients.value("gradients", Json::array());
  }
  if (ended.stopped) return false;
  if (ended.code != 0) return true;
  write_file(files.eval(), eval.dump() + "\n");
  files.finish(evaluated(run));
  return true;
}

}  // namespace heed::cli
