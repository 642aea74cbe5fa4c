// A program of this installation as a child process: what it prints goes to files, what it took is measured,
// and a wish to stop is handed on to it once. It has a process group of its own, so that Ctrl-C reaches it
// through its parent alone, and is told to stop should the parent die.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "heed/base/files.h"

namespace heed::cli {

// `heed-train` trains, and makes what needs libtorch. `heed` does everything else, so that what its children
// take is what users of a model will see.
enum class ChildProgram { heed, heed_train };

struct Child {
  ChildProgram program = ChildProgram::heed;
  std::vector<std::string> words;  // a verb and what it is given
  fs::path input, output, log;  // standard input ("" = nothing), standard output, standard error (appended)
};

struct Ended {
  int code = 0;          // its exit code; 128 and the signal if one ended it
  double seconds = 0;    // from start to end
  double megabytes = 0;  // the most memory it held
  std::string error;     // what it said last if it failed, one line
  bool stopped = false;  // because that was wished
};

struct Watch {
  std::function<bool()> wished = [] { return false; };
  std::function<void()> tick = [] {};  // a few times a second
};

// The program that runs now must be `heed-train`.
Ended run_child(const Child& child, const Watch& watch);

}  // namespace heed::cli
