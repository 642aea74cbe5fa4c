// The same sentences' attention, of every variant: each model is given the same output, so that rows and
// columns are the same.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "cli/compare/child.h"
#include "cli/compare/run_files.h"
#include "heed/show/report.h"

namespace heed::cli {

struct Pair {
  std::string source, target;
  bool operator==(const Pair&) const = default;
};

// A short, a middling and a long sentence of the test with their references.
std::vector<Pair> choose_pairs(const Outputs& outputs);

// A sentence as it was typed: with its output behind a tab, or one of the test, or what `model` makes of it.
Pair pair_of(const std::string& typed, const Outputs& outputs, const RunFiles& model, const Watch& watch);

// What a model looked at for each pair, or why there is nothing to be seen. Made once: the next time with the
// same pairs it is read.
struct Maps {
  std::vector<AttentionMap> maps;
  std::string reason;
};
Maps maps_of(const RunFiles& files, std::span<const Pair> pairs, const Watch& watch);

}  // namespace heed::cli
