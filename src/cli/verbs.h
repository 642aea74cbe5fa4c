// The verbs of the program, one file each: parse, call, print. Each returns the exit code.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace heed::cli {

using Words = std::span<const std::string>;

struct VerbEntry {
  std::string name, summary;
  std::function<int(Words)> run;
};

// Of `heed` itself, without libtorch.
int info(Words words);

// Of `heed-train`, with libtorch.
int demo(Words words);
int train(Words words);
int run(Words words);
int eval(Words words);
int look(Words words);

// Finds the verb and runs it. Whatever is thrown becomes one line on standard error and an exit code; an
// unknown verb is answered with the nearest one.
int dispatch(std::span<const VerbEntry> verbs, Words words);

// The same in every program of one build.
std::string build_id();

}  // namespace heed::cli
