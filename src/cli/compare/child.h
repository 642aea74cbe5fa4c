// Runs a program of this installation as a child process. Its output goes to files, its time and memory are
// measured, and a request to stop is forwarded to it once. It has a process group of its own, so that Ctrl-C
// only reaches it through its parent, and it is told to stop if the parent dies.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "heed/base/files.h"

namespace heed::cli {

// `heed-train` does what needs libtorch, above all training. `heed` does everything else, so that measured
// time and memory are what users of a model will see.
enum class ChildProgram { heed, heed_train };

struct Child {
  ChildProgram program = ChildProgram::heed;
  std::vector<std::string> words;  // a verb and its arguments
  // files of standard input ("": none), standard output, and standard error (appended)
  fs::path input, output, log;
};

struct ChildResult {
  int code = 0;          // exit code, or 128 plus the signal that ended it
  double seconds = 0;    // time from start to end
  double megabytes = 0;  // peak memory
  std::string error;     // its last message if it failed, one line
  bool stopped = false;  // it was stopped because of a request
};

struct Watch {
  std::function<bool()> wished = [] { return false; };
  std::function<void()> tick = [] {};  // called a few times each second
};

// The calling program must be `heed-train`.
ChildResult run_child(const Child& child, const Watch& watch);

}  // namespace heed::cli
