#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "cli/compare_plan.h"
#include "cli/compare_report.h"
#include "cli/verbs.h"
#include "heed/base/command_line.h"
#include "heed/base/diagnostics.h"
#include "heed/base/error.h"
#include "heed/training/interrupt.h"

namespace heed::cli {
namespace {

std::string shell_word(const std::string& word) {
  bool plain = !word.empty() && word.find_first_not_of(
                                    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                    "0123456789-_=./,:+@%") == std::string::npos;
  if (plain) return word;
  std::string quoted = "'";
  for (char c : word) quoted += c == '\'' ? "'\\''" : std::string(1, c);
  return quoted + "'";
}

std::string typed(Words words) {
  std::string command = "heed compare";
  for (const std::string& word : words) command += " " + shell_word(word);
  return command;
}

// A lock held by this process and its children: a second comparison waits for a training that outlived the
// first one.
class OutputLock {
 public:
  explicit OutputLock(const fs::path& out) {
    make_directories(out / "runs");
    fs::path file = out / "lock";
    descriptor_ = ::open(file.c_str(), O_RDWR | O_CREAT, 0666);
    if (descriptor_ < 0) throw FileError("cannot write " + file.string() + ": " + std::strerror(errno));
    if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
      ::close(descriptor_);
      throw FileError("another process is comparing into " + out.string() + "; wait for it, or stop it");
    }
  }
  ~OutputLock() { ::close(descriptor_); }
  OutputLock(const OutputLock&) = delete;
  OutputLock& operator=(const OutputLock&) = delete;

 private:
  int descriptor_;
};

std::vector<std::span<const PlannedRun>> rounds(const std::vector<PlannedRun>& runs) {
  std::vector<std::span<const PlannedRun>> rounds;
  for (std::size_t begin = 0, end = 0; begin < runs.size(); begin = end) {
    while (end < runs.size() && runs[end].round == runs[begin].round) ++end;
    rounds.push_back(std::span(runs).subspan(begin, end - begin));
  }
  return rounds;
}

// The comparison itself succeeded and other runs may be used, but a script must not take it for complete.
void require_all_done(const ComparePlan& plan, const fs::path& report) {
  std::vector<std::string> failed;
  for (const PlannedRun& run : plan.runs)
    if (run.files.finished().empty()) failed.push_back(run.name);
  if (failed.empty()) return;
  throw InputError(std::to_string(failed.size()) + " of " + std::to_string(plan.runs.size()) +
                   " runs failed (" + join_names(failed, "; ") + "); " + report.string() + " says why");
}

}  // namespace

int compare(Words words) {
  auto read = read_verb<CompareOptions>(kCompare, words);
  if (!read) return 0;
  CompareOptions& options = *read;
  ComparePlan plan = make_plan(options);
  require_usable_output(options, plan);
  OutputLock lock(options.out);
  Interrupt interrupt;
  Watch watch{[&] { return interrupt.wished(); }};
  Executor executor(options.test, plan.runs.size(), options.jobs, watch.wished);
  std::string table;
  for (std::span<const PlannedRun> round : rounds(plan.runs)) {
    for (const PlannedRun& run : round) {
      if (is_of_other_recipe(run)) fs::remove_all(run.files.folder);
    }
    if (!executor.execute(round)) {
      say("stopped; the same command goes on from there");
      return interrupt.exit_code();
    }
    // After each round every variant has a new result to report.
    table = write_report(options, plan, typed(words), watch);
  }
  fs::path out = options.out;
  if (table.empty()) throw InputError("every variant failed; " + (out / "report.csv").string() + " says why");
  std::fputs(table.c_str(), stdout);
  say("report: " + (out / "report.html").string() + "; report.csv, report.md and charts/ beside it");
  require_all_done(plan, out / "report.html");
  return 0;
}

}  // namespace heed::cli
