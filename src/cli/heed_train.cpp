// `heed-train`: the verbs that need libtorch. Started by `heed`, of the same build.
#include <cstdio>

#include "cli/signals.h"
#include "cli/verbs.h"
#include "heed/ops/threads.h"

int main(int count, char** words) {
  using namespace heed::cli;
  set_up_signals();
  std::vector<std::string> arguments(words + 1, words + count);
  // `heed` says first which build it is: a program of another build may read files otherwise.
  if (arguments.size() >= 2 && arguments[0] == "--build-id") {
    if (arguments[1] != build_id()) {
      std::fprintf(stderr, "heed: heed is of build %s, heed-train of build %s; build or install both again\n",
                   arguments[1].c_str(), build_id().c_str());
      return 1;
    }
    arguments.erase(arguments.begin(), arguments.begin() + 2);
  }
  heed::use_one_math_thread();
  std::vector<VerbEntry> verbs = {{kDemo, demo}, {kTrain, train}, {kCompare, compare},
                                  {kRun, run},   {kEval, eval},   {kLook, look}};
  return dispatch(verbs, arguments);
}
