// Attention is four independent choices: how a query matches a key (Scorer), what else the score may see
// (Feature), where the query may look (Window), and how scores become weights (Normaliser). Attention puts
// them together:
//
//   weights = normalise(score(query, keys), band),  context = Σ_j weights_j values_j
//
// Prepared keys are a value that is passed around, and weights are returned, never stashed.
#pragma once

#include <memory>
#include <variant>

#include "heed/nn/attention/normaliser.h"
#include "heed/nn/attention/scorers.h"
#include "heed/nn/attention/types.h"
#include "heed/nn/attention/window.h"

namespace heed {

struct AttentionOptions {
  ScorerOptions score;
  WindowOptions window;
  NormaliserOptions normaliser;
  static void fields(auto& o, auto&& f) {
    f("score", o.score, "how a query matches a key");
    f("window", o.window, "where a query may look");
    f("normaliser", o.normaliser, "how scores become weights");
  }
};

// The widths that meet in an attention: of one head's query and of one head's key.
struct AttentionShape {
  int64_t query = 0, key = 0;
};

class Attention {
 public:
  Attention(const AttentionOptions& options, const AttentionShape& shape, const Scope& scope);
  // From parts made by hand; `feature` may be null.
  Attention(std::unique_ptr<Scorer> scorer, std::unique_ptr<Feature> feature, std::unique_ptr<Window> window,
            std::unique_ptr<Normaliser> normaliser);

  // Once per source: keys and values [B,H,Tk,D], mask [B,Tk].
  Memory remember(const Tensor& keys, const Tensor& values, const Tensor& mask) const;
  Glance attend(const Query& query, const Memory& memory, const Carry& carry) const;

 private:
  std::unique_ptr<Scorer> scorer_;
  std::unique_ptr<Feature> feature_;
  std::unique_ptr<Window> window_;
  std::unique_ptr<Normaliser> normaliser_;
};

}  // namespace heed
