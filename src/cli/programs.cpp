#include "cli/programs.h"

#include <initializer_list>

#include "cli/verbs.h"
#include "heed/base/error.h"

namespace heed::cli {
namespace {

// `places` are paths from the folder of the program that runs.
fs::path find_from_here(const std::string& name, std::initializer_list<const char*> places) {
  std::error_code error;
  fs::path here = fs::read_symlink("/proc/self/exe", error);
  for (const char* place : places) {
    fs::path program = (here.parent_path() / place).lexically_normal();
    if (fs::is_regular_file(program, error)) return program;
  }
  throw FileError("cannot find " + name + " from " + here.string() + " (" + *places.begin() +
                  "); install Heed again");
}

}  // namespace

fs::path find_trainer() {
  return find_from_here("heed-train", {"libexec/heed/heed-train", "../libexec/heed/heed-train"});
}

fs::path find_heed() {
  return find_from_here("heed", {"../../heed", "../../bin/heed"});
}

std::vector<std::string> command_of(const fs::path& program, const std::vector<std::string>& words) {
  std::vector<std::string> command = {program.string(), "--build-id", build_id()};
  command.insert(command.end(), words.begin(), words.end());
  return command;
}

}  // namespace heed::cli
