// Attention combines four independent choices: how a query matches a key (Scorer), what else the score
// depends on (Features), where the query may look (Window), and how scores become weights (Normaliser):
//
//   weights = normalise(score(query, keys, features) | band) · gaussian,  context = Σ_j weights_j values_j
//
// Prepared keys are a value that is passed around, and weights are returned, never stored. A narrow window is
// gathered first, so that the cost of a step depends on the width of the window and not on the length of the
// source.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "heed/nn/attention/normalisers.h"
#include "heed/nn/attention/scorers.h"
#include "heed/nn/attention/windows.h"

namespace heed {

struct CoverageOptions {
  bool feature = false;
  double loss = 0.0;
  static void fields(auto& o, auto&& f) {
    f("feature", o.feature,
      "the score sees how much each position was attended to before (additive, concat, location-aware)");
    f("loss", o.loss,
      "weight in the loss of Σ min(weight, coverage), which penalises attending to a position twice",
      at_least(0.0));
  }
};

struct AttentionOptions {
  ScorerOptions score;
  WindowOptions window;
  NormaliserOptions normaliser;
  CoverageOptions coverage;
  double dropout = 0.0;
  static void fields(auto& o, auto&& f) {
    f("score", o.score, "how a query is scored against a key");
    f("window", o.window, "which positions a query may attend to");
    f("normaliser", o.normaliser, "how scores become weights");
    f("coverage", o.coverage, "how earlier attention is taken into account");
    f("dropout", o.dropout, "dropout rate of the weights", between(0.0, 0.95));
  }
};

// The sizes of an attention: the width of one head's query and of one head's key, and the number of heads.
struct AttentionWidths {
  int64_t query = 0, key = 0, heads = 1;
};

using Features = std::vector<std::unique_ptr<Feature>>;

class Attention {
 public:
  Attention(const AttentionOptions& options, const AttentionWidths& shape, const Scope& scope);
  // Builds an attention from given parts.
  Attention(std::unique_ptr<Scorer> scorer, Features features, std::unique_ptr<Window> window,
            std::unique_ptr<Normaliser> normaliser);

  const Needs& needs() const { return needs_; }
  // Prepares a source, once: keys and values [B,H,Tk,D], mask [B,Tk].
  Memory remember(const Tensor& keys, const Tensor& values, const Tensor& mask) const;
  // The Carry for the first step, before anything was attended to.
  Carry start(const Memory& memory) const;
  Glance attend(const Query& query, const Memory& memory, const Carry& carry,
                const StepNoise& noise = {}) const;

 private:
  void ask();
  Memory declare_interventions(const Query& query, const Memory& memory) const;
  Tensor feature_of(const Carry& carry) const;
  Glance attend_whole(const Query& query, const Memory& memory, const Band& band, const Tensor& feature,
                      const StepNoise& noise) const;
  Glance attend_narrow(const Query& query, const Memory& memory, const Band& band, const Tensor& feature,
                       const StepNoise& noise) const;
  Carry next(const Carry& carry, const Memory& memory, const Glance& glance) const;

  std::unique_ptr<Scorer> scorer_;
  Features features_;
  std::unique_ptr<Window> window_;
  std::unique_ptr<Normaliser> normaliser_;
  Needs needs_;
  std::string site_;  // the site of dropout; each attention of a model has its own
  double dropout_ = 0;
};

}  // namespace heed
