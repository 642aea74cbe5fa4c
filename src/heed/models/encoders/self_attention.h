// Self-attention encoder: each position attends to its own sequence, with any score, window and normaliser
// that does not depend on a decoder's steps. It has layers of
//   x ← x + attend(norm(x)),  x ← x + W₂ relu(W₁ norm(x) + b₁) + b₂
// over token vectors with positions. With a sliding window its cost is linear in the length.
#pragma once

#include <memory>

#include "heed/models/encoder.h"
#include "heed/nn/attention/layer.h"

namespace heed {

struct SelfAttentionEncoderOptions {
  static constexpr const char* kType = "self-attention";
  int64_t width = 256, layers = 2, hidden = 512;
  AttentionLayerOptions attention = default_attention();
  static void fields(auto& o, auto&& f) {
    f("width", o.width, "width of the states", count_from(1));
    f("layers", o.layers, "how many layers", between(1, 64));
    f("hidden", o.hidden, "width inside the feed-forward part", count_from(1));
    f("attention", o.attention, "attention between the positions");
  }
  std::unique_ptr<Encoder> make(const Scope& scope, int64_t inputs) const;
  static AttentionLayerOptions default_attention() {
    AttentionLayerOptions options;
    options.score = ScaledDotOptions{};
    options.heads = 4;
    options.project = true;  // also with one head, because a vector is always most similar to itself
    return options;
  }
};

}  // namespace heed
