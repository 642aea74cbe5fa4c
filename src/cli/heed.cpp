// `heed`: every verb that runs a model, by the engine. What needs libtorch is handed to `heed-train`, which
// lies beside it.
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "cli/signals.h"
#include "cli/verbs.h"
#include "heed/base/error.h"

namespace heed::cli {
namespace {

namespace fs = std::filesystem;

fs::path find_trainer() {
  std::error_code error;
  fs::path folder = fs::read_symlink("/proc/self/exe", error).parent_path();
  for (const char* place : {"libexec/heed/heed-train", "../libexec/heed/heed-train"}) {
    if (fs::exists(folder / place, error)) return folder / place;
  }
  throw FileError("cannot find heed-train beside " + (folder / "heed").string() +
                  " (libexec/heed/heed-train); install Heed again");
}

// libtorch multiplies with OpenBLAS, which looks a processor's model up in a list, and takes its slowest
// kernels for one that is newer than itself.
void tell_blas_the_processor() {
#ifdef __x86_64__
  if (__builtin_cpu_is("intel") > 0 && __builtin_cpu_supports("avx512vl") > 0)
    ::setenv("OPENBLAS_CORETYPE", "SkylakeX", /*overwrite=*/0);
#endif
}

int hand_over(const std::string& verb, Words words) {
  fs::path program = find_trainer();
  std::vector<std::string> arguments = {program.string(), "--build-id", build_id(), verb};
  arguments.insert(arguments.end(), words.begin(), words.end());
  std::vector<char*> pointers;
  for (std::string& argument : arguments) pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  tell_blas_the_processor();
  ::execv(program.c_str(), pointers.data());
  throw FileError("cannot start " + program.string() + ": " + std::strerror(errno));
}

VerbEntry handed_over(const Verb& verb) {
  return {verb, [&verb](Words words) { return hand_over(verb.name, words); }};
}

bool wants_torch(Words words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == "--gradients" || words[i] == "--engine=torch") return true;
    if (words[i] == "--engine" && i + 1 < words.size() && words[i + 1] == "torch") return true;
  }
  return false;
}

// By the engine, unless something is asked for that it does not have.
VerbEntry predicting(const Verb& verb, int (*own)(Words)) {
  return {verb, [&verb, own](Words words) {
            return wants_torch(words) ? hand_over(verb.name, words) : own(words);
          }};
}

}  // namespace
}  // namespace heed::cli

int main(int count, char** words) {
  using namespace heed::cli;
  set_up_signals();
  std::vector<std::string> arguments(words + 1, words + count);
  std::vector<VerbEntry> verbs = {
      handed_over(kDemo),      handed_over(kTrain), handed_over(kCompare),   predicting(kRun, run),
      predicting(kEval, eval), {kScore, score},     predicting(kLook, look), {kExport, export_model},
      {kInfo, info},           {kMake, make}};
  return dispatch(verbs, arguments);
}
