// The numeric output of a model for one example. Task::decode turns it into a prediction.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "heed/data/array.h"
#include "heed/search/hypothesis.h"
#include "heed/search/stepper.h"

namespace heed {

struct RawOutput {
  std::vector<Hypothesis> hypotheses = {};  // from a model that generates token by token, best first
  std::vector<AttentionBlock> blocks = {};  // describes each element of a hypothesis' `attention`
  // from a model that computes its output in one pass, by the graph's names
  std::map<std::string, Array> arrays = {};
  // attention outside hypotheses: that of an encoder or of a pass
  std::vector<BlockAttention> attention = {};
  bool given = false;  // the example's own answer was scored
};

}  // namespace heed
