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

#include "heed/engine/screen.h"
#include "heed/engine/weights.h"
#include "heed/graph/graph.h"
#include "heed/tasks/search_predictor.h"

namespace heed::engine {

class OutputLayer {
 public:
  // What the step puts out in place of its log-probabilities.
  static constexpr const char* kHidden = "#hidden";

  // Takes the two operations out of a step's graph; nothing if it does not end in them, because it copies.
  static std::optional<OutputLayer> take_from(Graph& step, const Parameters& parameters);

  int64_t inputs() const { return product_->inputs(); }
  int64_t outputs() const { return product_->outputs(); }

  // The layer of some of its tokens.
  OutputLayer chosen(std::span<const int32_t> tokens) const;
  // Before the first step of a sentence: from the hundredth step on, the likeliest token is found by a screen
  // (screen.h), which takes a while to make.
  void prepare() const;
  // [rows, outputs()], as search needs them.
  void run(const float* hidden, int64_t rows, const StepNeeds& needs, float* log_probs) const;

 private:
  OutputLayer(std::shared_ptr<const Product> product, std::vector<float> bias)
      : product_(std::move(product)), bias_(std::move(bias)) {}

  // Made once, by whichever thread comes first.
  struct Screening {
    std::atomic<int64_t> steps = 0, in_vain = 0;
    std::once_flag once;
    std::atomic<bool> made = false;
    std::optional<Screen> screen;
  };

  std::shared_ptr<const Product> product_;
  std::vector<float> bias_;               // empty = none
  std::shared_ptr<Screening> screening_;  // none where weights are int8 already, or few
};

}  // namespace heed::engine
