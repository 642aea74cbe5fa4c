// The two programs of one installation, which start each other: `heed`, and `heed-train` in libexec/heed
// beside it or beside its folder. A program that is started says first which build it was started by, so that
// programs of different builds never work on the same files.
#pragma once

#include <string>
#include <vector>

#include "heed/base/files.h"

namespace heed::cli {

// The path of `heed-train`, seen from `heed`, and of `heed`, seen from `heed-train`; a FileError if there is
// none.
fs::path find_trainer();
fs::path find_heed();

// The words that start the other program: its path, this build's id, and `words`, of which the first is a
// verb.
std::vector<std::string> command_of(const fs::path& program, const std::vector<std::string>& words);

}  // namespace heed::cli
