// CTC prefix scores (Graves 2012, Watanabe et al. 2017) as a Stepper: how probable each continuation of an
// output is to a speech or handwriting model that labels each frame. In an ensemble (Ensemble::Mean::sum) it
// keeps an attention decoder from skipping or repeating parts of the input.
//
// Let γⁿ_t(g) and γᵇ_t(g) be the probability of all paths over the frames up to t that collapse to the prefix
// g and end in its last label or in a blank. The probability that the output begins with g and c is
//   ψ(g·c) = Σ_t φ_t p_t(c),   φ_t = γᵇ_{t−1}(g) + γⁿ_{t−1}(g) [c is not the last label of g]
// and the probability that it is g is γⁿ_T(g) + γᵇ_T(g). A step returns log ψ(g·c) − log ψ(g): a distribution
// over labels and the end.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "heed/search/stepper.h"

namespace heed {

// log p_t(label) of one sentence, [frames, vocabulary] with at least one frame. The end token has no
// probability in any frame: an output ends with its last frame.
struct CtcFrames {
  std::span<const float> log_probs;
};

class CtcPrefix : public Stepper {
 public:
  // The frames must outlive this object. Labels have the numbers of the search's tokens; `blank` and `end`
  // are two of them.
  CtcPrefix(std::span<const CtcFrames> sentences, int32_t vocabulary, int32_t blank, int32_t end);

  // The tokens of the first call are ignored: every output begins empty.
  StepOut step(std::span<const int32_t> parents, std::span<const int32_t> tokens) override;

 private:
  static constexpr int32_t kNothing = -1;
  struct Row {
    std::size_t sentence = 0;
    int32_t last = kNothing;  // the last label
    double log_psi = 0;
    std::vector<double> label, blank;  // log γⁿ and log γᵇ for each frame
  };
  double log_p(const Row& row, std::size_t t, int32_t label) const;
  std::size_t frames(const Row& row) const;
  Row first(std::size_t sentence) const;
  Row continued(const Row& row, int32_t label) const;
  // log φ_t.
  static double before(const Row& row, std::size_t t, int32_t label);
  // log ψ of every continuation.
  void score(const Row& row, std::vector<double>& log_psi) const;

  std::vector<CtcFrames> sentences_;
  int32_t vocabulary_, blank_, end_;
  bool begun_ = false;
  std::vector<Row> rows_;
  std::vector<float> log_probs_;
};

}  // namespace heed
