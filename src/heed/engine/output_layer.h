// The end of a step, log_softmax(W h + b), which the engine runs itself: greedy search does without the
// log_softmax, and where it is known which tokens are likely, only their rows of W are multiplied with.
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
#include "heed/tasks/search_predictor.h"

namespace heed::engine {

class OutputLayer {
 public:
  // What the step puts out in place of its log-probabilities.
  static constexpr const char* kHidden = "#hidden";

  // Takes the two operations out of a step's graph; nothing if it does not end in them, because it copies.
  static std::optional<OutputLayer> take_from(Graph& step, const WeightStore& parameters);

  int64_t inputs() const { return product_->inputs(); }
  int64_t outputs() const { return product_->outputs(); }

  // The layer of some of its tokens.
  OutputLayer chosen(std::span<const int32_t> tokens) const;
  // To be called before the first step of a sentence: from the hundredth step on, the likeliest token of a
  // single row is found with a GreedyPrefilter, which takes a while to make.
  void prepare() const;
  // The logits [rows, outputs()]. A logit depends on its own row and its own token alone, to the bit.
  void multiply(const float* hidden, int64_t rows, float* logits) const;
  // The log-probabilities [rows, outputs()], or logits where search needs no more than their order.
  void run(const float* hidden, int64_t rows, const StepNeeds& needs, float* log_probs) const;

 private:
  OutputLayer(std::shared_ptr<const Product> product, std::vector<float> bias)
      : product_(std::move(product)), bias_(std::move(bias)) {}

  // The filter is made once, by whichever thread comes first.
  struct Prefiltering {
    std::atomic<int64_t> steps = 0, in_vain = 0;
    std::once_flag once;
    std::atomic<bool> made = false;
    std::optional<GreedyPrefilter> filter;
  };

  std::shared_ptr<const Product> product_;
  std::vector<float> bias_;                     // empty = none
  std::shared_ptr<Prefiltering> prefiltering_;  // null where weights are int8 already, or few
};

}  // namespace heed::engine
