// How the libraries report to a person: messages, warnings and progress go to one sink of the process. The
// program that uses the libraries sets the sink and decides what becomes of a report; without a sink reports
// are dropped. No library writes to standard output or standard error itself.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace heed {

// How far a long piece of work has come.
struct ProgressState {
  std::string title;   // "training".
  std::string note;    // The latest numbers, "loss 0.31, 52,000 words/s".
  int64_t total = 1;   // Steps in all, at least 1.
  int64_t before = 0;  // Steps that were done before this run began.
  int64_t done = 0;    // Steps that are done now, those before included.
  double share = 0;    // The part of the whole work that is done, from 0 to 1.
  std::chrono::steady_clock::time_point start;
};

// A sink for reports. All its functions may be called from any thread, also at the same time, and must not
// throw. Texts are one line of UTF-8 each, may hold control characters from files, and end without a line
// feed.
class Diagnostics {
 public:
  virtual ~Diagnostics() = default;
  virtual void message(const std::string& text) = 0;
  virtual void warning(const std::string& text) = 0;
  // The work has made a step. The address of the state tells pieces of work apart until the piece ends, by
  // one of the two functions below. Steps come as often as the work makes them, so a sink shows only some.
  virtual void progress(const ProgressState& state) = 0;
  // The work is done, in however many steps.
  virtual void progress_finished(const ProgressState& state) = 0;
  // The work has failed or was stopped.
  virtual void progress_abandoned(const ProgressState& state) = 0;
};

// Sets the sink of the process, nullptr for none, and returns the one before. The caller keeps ownership, and
// keeps a sink alive until no thread that may have begun a report is left in it.
Diagnostics* set_diagnostics(Diagnostics* sink);
// The sink of the process, or nullptr.
Diagnostics* diagnostics();

// Reports to the sink, if there is one.
void say(const std::string& message);
void warn(const std::string& message);

}  // namespace heed
