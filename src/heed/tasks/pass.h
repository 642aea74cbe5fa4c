// A model that makes all of its outputs in one pass over a batch, and several of them together.
#pragma once

#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "heed/data/array.h"
#include "heed/data/column.h"
#include "heed/search/stepper.h"

namespace heed {

// What one example gets.
struct PassOutput {
  std::map<std::string, Array> arrays;  // by the names of the graph's outputs
  std::vector<BlockAttention> attention;
};

struct Pass {
  virtual ~Pass() = default;
  // One output for each example. Without `attention` its list is empty.
  virtual std::vector<PassOutput> run(std::span<const NamedColumns* const> examples,
                                      bool attention) const = 0;
};

// Σ w_m y_m / Σ w_m over the arrays of numbers of several models: averaged logits, or probabilities, as the
// models put them out. Whole numbers and attention are those of the first. The members outlive it.
class MeanPass : public Pass {
 public:
  // At least one member; weights are at least 0, and one is above it.
  explicit MeanPass(std::vector<std::pair<const Pass*, double>> members);
  // An InputError if the members' arrays have other names or shapes than the first's.
  std::vector<PassOutput> run(std::span<const NamedColumns* const> examples, bool attention) const override;

 private:
  std::vector<std::pair<const Pass*, double>> members_;
};

}  // namespace heed
