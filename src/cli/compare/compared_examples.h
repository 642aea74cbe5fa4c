// Computes the attention of every variant for the same examples. Each model is forced to the same output, so
// that the rows and columns of all maps are the same.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "cli/compare/child.h"
#include "cli/compare/run_files.h"
#include "heed/show/report.h"

namespace heed::cli {

// An input and the output that all models are forced to.
struct Pair {
  std::string source, target;
  bool operator==(const Pair&) const = default;
};

// Chooses a short, a medium and a long sentence of the test data, with their references.
std::vector<Pair> choose_pairs(const RunOutputs& outputs);

// The pair for a sentence given on the command line. Its output is the text after a tab if there is one, else
// the reference if the sentence is in the test data, else the output of `model`.
Pair pair_of(const std::string& typed, const RunOutputs& outputs, const RunFiles& model, const Watch& watch);

// The attention of one model for each pair, or the reason why there is none. It is saved with the run and
// read again when the same pairs are asked for.
struct Maps {
  std::vector<AttentionMap> maps;
  std::string reason;
};
Maps maps_of(const RunFiles& files, std::span<const Pair> pairs, const Watch& watch);

}  // namespace heed::cli
