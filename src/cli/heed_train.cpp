// `heed-train`: the verbs that need libtorch. It is started by the `heed` of the same build.
#include <string>
#include <vector>

#include "cli/signals.h"
#include "cli/terminal_diagnostics.h"
#include "cli/verbs.h"
#include "heed/base/standard_streams.h"
#include "heed/ops/threads.h"

int main(int count, char** words) {
  using namespace heed::cli;
  heed::open_missing_standard_streams();
  set_up_signals();
  install_terminal_diagnostics();
  std::vector<std::string> arguments(words + 1, words + count);
  heed::use_one_math_thread();
  std::vector<VerbEntry> verbs = {{kDemo, demo}, {kTrain, train}, {kCompare, compare},
                                  {kRun, run},   {kEval, eval},   {kLook, look}};
  return dispatch(verbs, arguments);
}
