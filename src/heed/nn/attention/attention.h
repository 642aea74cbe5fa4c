// Attention is four independent choices: how a query matches a key (Scorer), what else the score may see
// (Features), where the query may look (Window), and how scores become weights (Normaliser). Attention puts
// them together:
//
//   weights = normalise(score(query, keys, features) | band) · gaussian,  context = Σ_j weights_j values_j
//
// Prepared keys are a value that is passed around, and weights are returned, never stashed. A narrow window
// is gathered first, so that a step costs the window's width and not the source's length.
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
    f("loss", o.loss, "weight of Σ min(weight, coverage) in the loss: looking at the same place twice costs",
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
    f("score", o.score, "how a query matches a key");
    f("window", o.window, "where a query may look");
    f("normaliser", o.normaliser, "how scores become weights");
    f("coverage", o.coverage, "what is made of what was looked at already");
    f("dropout", o.dropout, "share of the weights dropped in training", between(0.0, 0.95));
  }
};

// The widths that meet in an attention: of one head's query and of one head's key; and how many heads.
struct AttentionWidths {
  int64_t query = 0, key = 0, heads = 1;
};

using Features = std::vector<std::unique_ptr<Feature>>;

class Attention {
 public:
  Attention(const AttentionOptions& options, const AttentionWidths& shape, const Scope& scope);
  // From parts made by hand.
  Attention(std::unique_ptr<Scorer> scorer, Features features, std::unique_ptr<Window> window,
            std::unique_ptr<Normaliser> normaliser);

  const Needs& needs() const { return needs_; }
  // Once per source: keys and values [B,H,Tk,D], mask [B,Tk].
  Memory remember(const Tensor& keys, const Tensor& values, const Tensor& mask) const;
  // What the first step is given: that nothing was looked at yet.
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
  std::string site_;  // of what is dropped: each attention of a model has its own
  double dropout_ = 0;
};

}  // namespace heed
