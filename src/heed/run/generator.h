// The interface of a model that generates its output token by token, as the search uses it.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "heed/data/column.h"
#include "heed/search/stepper.h"

namespace heed {

// What the search needs from the steps of a model.
struct StepNeeds {
  bool attention = true;          // false: the step returns no attention weights
  bool log_probabilities = true;  // false: the step may return unnormalised logits
  bool any_token = true;          // false: the step may return only tokens that are likely for the sources
  bool prefix = false;  // each output begins with its example's answer, whose tokens the step must return
  // Tokens that the search handles separately (end, forbidden ones). The step must return exact values for
  // the best of all others, and for these where they exceed it. Empty: it must return all exactly.
  std::vector<int32_t> separate_tokens = {};
  int64_t width = 1;  // the largest number of rows of a sentence; memory for them is reserved at the start
};

struct Generator {
  virtual ~Generator() = default;
  // Starts with one row for each example. All examples must be of one group. The generator must outlive the
  // stepper.
  virtual std::unique_ptr<Stepper> start(std::span<const Example* const> examples,
                                         const StepNeeds& needs) const = 0;
  // The group of an example. Examples of different groups are not run in one batch: a generator may have
  // several ways to run, and the way must depend on the example alone, not on its batch.
  virtual int64_t group_of(const Example&, const StepNeeds&) const { return 0; }
  virtual bool is_thread_safe() const { return false; }      // true: each thread may run a stepper of its own
  virtual bool attends() const { return true; }              // false: the model has no attention weights
  virtual bool reads_by_attention() const { return false; }  // true: there is encoder_attention()
};

}  // namespace heed
