// `heed`: all verbs that run a model with the engine. Verbs that need libtorch are passed on to `heed-train`,
// which is installed beside it.
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "cli/programs.h"
#include "cli/signals.h"
#include "cli/terminal_diagnostics.h"
#include "cli/verbs.h"
#include "heed/base/error.h"
#include "heed/base/standard_streams.h"

namespace heed::cli {
namespace {

// libtorch multiplies with OpenBLAS, which has a list of processor models and uses its slowest kernels on one
// that is newer than itself. Moreover, when it is loaded, it starts threads with large buffers, which Heed
// never uses: its workers have one math thread each.
void configure_blas() {
  ::setenv("OPENBLAS_NUM_THREADS", "1", /*overwrite=*/1);
#ifdef __x86_64__
  if (__builtin_cpu_is("intel") > 0 && __builtin_cpu_supports("avx512vl") > 0)
    ::setenv("OPENBLAS_CORETYPE", "SkylakeX", /*overwrite=*/0);
#endif
}

// Throws an Error if the address space is limited to less than libtorch needs to be loaded. Its libraries
// would abort or wait for ever before the first line of heed-train runs, where nothing can be said about it.
void require_address_space() {
  constexpr rlim_t kLeast = rlim_t{1} << 30;
  rlimit limit{};
  if (::getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur >= kLeast)
    return;
  throw Error("expected at least " + std::to_string(kLeast >> 20) +
                  " MiB of address space to load libtorch in, found a limit of " +
                  std::to_string(limit.rlim_cur >> 20) + " MiB; raise it (ulimit -v)",
              1);
}

int hand_over(const std::string& verb, Words words) {
  fs::path program = find_trainer();
  std::vector<std::string> said = {verb};
  said.insert(said.end(), words.begin(), words.end());
  std::vector<std::string> arguments = command_of(program, said);
  std::vector<char*> pointers;
  for (std::string& argument : arguments) pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  require_address_space();
  configure_blas();
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

// An entry that runs a verb with the engine, unless an option needs what only libtorch has.
VerbEntry predicting(const Verb& verb, int (*own)(Words)) {
  return {verb, [&verb, own](Words words) {
            return wants_torch(words) ? hand_over(verb.name, words) : own(words);
          }};
}

}  // namespace
}  // namespace heed::cli

int main(int count, char** words) {
  using namespace heed::cli;
  heed::open_missing_standard_streams();
  set_up_signals();
  install_terminal_diagnostics();
  std::vector<std::string> arguments(words + 1, words + count);
  std::vector<VerbEntry> verbs = {
      handed_over(kDemo),      handed_over(kTrain), handed_over(kCompare),   predicting(kRun, run),
      predicting(kEval, eval), {kScore, score},     predicting(kLook, look), {kExport, export_model},
      {kInfo, info},           {kMake, make}};
  return dispatch(verbs, arguments);
}
