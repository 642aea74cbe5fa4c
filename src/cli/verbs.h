// The verbs of the program, one file each: parse, call, print. Each returns the exit code.
#pragma once

#include <functional>
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

inline const Verb kDemo{"demo", "the main job with nothing given: train on dates, score, translate, draw"};
inline const Verb kTrain{"train", "train a model from a recipe, or go on where it was stopped"};
inline const Verb kCompare{"compare",
                           "train variants of a recipe alike, and report which is better, faster, smaller"};
inline const Verb kRun{"run", "standard input through a model to standard output, a line for a line"};
inline const Verb kEval{"eval", "score a model on held-out data"};
inline const Verb kScore{"score", "score text against references: BLEU, chrF, error rates"};
inline const Verb kMake{"make", "print the lines of a built-in data set: source, tab, target"};
inline const Verb kLook{"look", "draw what a model looks at, for an input or for a given pair"};
inline const Verb kExport{"export", "a model in one file, smaller and faster to run"};
inline const Verb kInfo{"info", "what is in a model"};

// Of `heed` itself, without libtorch.
int export_model(Words words);
int info(Words words);
int make(Words words);
int score(Words words);

// Of both: by the engine, and by libtorch.
int run(Words words);
int eval(Words words);
int look(Words words);

// Of `heed-train`, with libtorch.
int demo(Words words);
int train(Words words);
int compare(Words words);

// Finds the verb and runs it. Whatever is thrown becomes one line on standard error and an exit code; an
// unknown verb is answered with the nearest one.
int dispatch(std::span<const VerbEntry> verbs, Words words);

// The same in every program of one build.
std::string build_id();

}  // namespace heed::cli
