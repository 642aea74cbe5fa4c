// Starts the other of the two programs of an installation: `heed`, and `heed-train` in libexec/heed beside it
// or beside its folder. A started program first gets the build id of the program that started it, so that
// programs of different builds never work on the same files.
#pragma once

#include <string>
#include <vector>

#include "heed/base/files.h"

namespace heed::cli {

// The path of `heed-train`, seen from `heed`, and of `heed`, seen from `heed-train`. Throws FileError if
// there is none.
fs::path find_trainer();
fs::path find_heed();

// The command that starts the other program: its path, this build's id, and `words`, which begin with a verb.
std::vector<std::string> command_of(const fs::path& program, const std::vector<std::string>& words);

}  // namespace heed::cli
