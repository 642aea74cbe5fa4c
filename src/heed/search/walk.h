// Follows single paths that do not depend on each other: each row takes the token that it is told to.
// Sampling draws the token; forced scoring knows it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "heed/search/history.h"
#include "heed/search/stepper.h"

namespace heed {

struct Pick {
  int32_t token = -1;  // negative: nothing may follow, and the path ends here
  bool last = false;   // the path ends with this token
};

// Path p starts at sentence sentences[p]; `pick(out, row, path, link)` chooses how it continues from its
// link. Returns the last link of each path.
template <class F>
std::vector<int32_t> walk(Stepper& stepper, std::vector<int32_t> sentences, int32_t start, History& history,
                          F pick) {
  std::vector<int32_t> leaves(sentences.size(), kRoot), paths(sentences.size()), parents = sentences;
  for (std::size_t p = 0; p < paths.size(); ++p) paths[p] = static_cast<int32_t>(p);
  std::vector<int32_t> inputs(paths.size(), start), going;
  going.reserve(paths.size());
  while (!paths.empty()) {
    StepOut out = stepper.step(parents, inputs);
    history.record(out);
    going.clear();
    parents.clear();
    inputs.clear();
    for (std::size_t row = 0; row < paths.size(); ++row) {
      int32_t& leaf = leaves[static_cast<std::size_t>(paths[row])];
      Pick next = pick(out, static_cast<int32_t>(row), static_cast<std::size_t>(paths[row]), leaf);
      if (next.token < 0) continue;
      leaf = history.add(leaf, static_cast<int32_t>(row), next.token);
      if (next.last) continue;
      going.push_back(paths[row]);
      parents.push_back(static_cast<int32_t>(row));
      inputs.push_back(next.token);
    }
    std::swap(paths, going);
  }
  return leaves;
}

}  // namespace heed
