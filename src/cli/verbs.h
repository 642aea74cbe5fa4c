// The verbs of the program, each in a file of its own: it parses, calls the libraries and prints. Each
// returns the exit code.
#pragma once

#include <cstdio>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "heed/base/command_line.h"

namespace heed::cli {

using Words = std::span<const std::string>;

struct VerbEntry {
  Verb verb;
  std::function<int(Words)> run;
};

inline const Verb kDemo{
    "demo", "show a full example: train a small model of dates, score it, run it, draw its attention"};
inline const Verb kTrain{"train", "train a model from a recipe, or resume a stopped training"};
inline const Verb kCompare{
    "compare", "train variants of a recipe in the same way, and report their quality, speed and size"};
inline const Verb kRun{"run", "run a model: read standard input, print one line of output for each line"};
inline const Verb kEval{"eval", "score a model on held-out data"};
inline const Verb kScore{"score", "score text against references: BLEU, chrF, error rates"};
inline const Verb kMake{"make", "print the lines of a built-in data set, with tab-separated columns"};
inline const Verb kLook{"look",
                        "draw the attention of a model for an input, or for a given input and output"};
inline const Verb kExport{"export", "export a model as one file that is smaller and runs faster"};
inline const Verb kInfo{"info", "describe a model"};

// The verb's options, or nothing if help was asked for, which is then printed to standard output.
template <class O>
std::optional<O> read_verb(const Verb& verb, Words words) {
  if (!asks_for_help(words)) return read_verb_options<O>(verb, words);
  std::fputs(verb_help<O>(verb).c_str(), stdout);
  return std::nullopt;
}

// Verbs of `heed` itself, without libtorch.
int export_model(Words words);
int info(Words words);
int make(Words words);
int score(Words words);

// Verbs of both programs: with the engine in one, with libtorch in the other.
int run(Words words);
int eval(Words words);
int look(Words words);

// Verbs of `heed-train`, with libtorch.
int demo(Words words);
int train(Words words);
int compare(Words words);

// Finds the verb and runs it. An exception becomes one line on standard error and an exit code. For an
// unknown verb the message suggests the nearest one.
int dispatch(std::span<const VerbEntry> verbs, Words words);

// An id that all programs of one build share.
std::string build_id();

}  // namespace heed::cli
