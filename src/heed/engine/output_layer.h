// The end of a step, log_softmax(W h + b), which the engine runs itself: greedy search does not need the
// log_softmax, and if the likely tokens are known, only their rows of W are multiplied.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "heed/engine/greedy_prefilter.h"
#include "heed/engine/weights.h"
#include "heed/graph/graph.h"
#include "heed/run/generator.h"

namespace heed::engine {

class OutputLayer {
 public:
  // The output of the step that replaces its log-probabilities.
  static constexpr const char* kHidden = "#hidden";

  // Removes the two operations from a step's graph. Returns nothing if the graph does not end in them,
  // because it copies.
  static std::optional<OutputLayer> take_from(Graph& step, const WeightStore& parameters);

  int64_t inputs() const { return product_->inputs(); }
  int64_t outputs() const { return product_->outputs(); }

  // The layer restricted to some of its tokens.
  OutputLayer chosen(std::span<const int32_t> tokens) const;
  // Must be called before the first step of a sentence. From the hundredth step on, the best token of a
  // single row is found with a GreedyPrefilter, which takes a while to make.
  void prepare() const;
  // Computes the logits [rows, outputs()]. A logit depends only on its own row and token, to the bit.
  void multiply(const float* hidden, int64_t rows, float* logits) const;
  // Computes the log-probabilities [rows, outputs()], or logits if the search needs only their order.
  void run(const float* hidden, int64_t rows, const StepNeeds& needs, float* log_probs) const;

 private:
  OutputLayer(std::shared_ptr<const Product> product, std::vector<float> bias)
      : product_(std::move(product)), bias_(std::move(bias)) {}

  // The filter is made once, by the first thread that needs it.
  struct Prefiltering {
    std::atomic<int64_t> steps = 0, in_vain = 0;
    std::once_flag once;
    std::atomic<bool> made = false;
    std::optional<GreedyPrefilter> filter;
  };

  std::shared_ptr<const Product> product_;
  std::vector<float> bias_;                     // may be empty
  std::shared_ptr<Prefiltering> prefiltering_;  // null if the weights are int8 already, or few
};

}  // namespace heed::engine
