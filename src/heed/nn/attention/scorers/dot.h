// Dot score (Luong 2015): qᵀ k. It has no parameters; query and key must have the same width.
#pragma once

#include <string>

#include "heed/base/error.h"
#include "heed/nn/attention/scorer.h"

namespace heed {

struct DotScorer : Scorer {
  Tensor scores(const Query& query, const Seen& seen) const override {
    return ops::score_dot(query.vector, seen.keys, 1.0);
  }
};

// Throws OptionError unless query and key have the same width, as a product of vectors needs.
inline void require_one_width(const std::string& score, int64_t query_width, int64_t key_width) {
  if (query_width == key_width) return;
  throw OptionError("model.attention.score: " + score + " needs queries and keys of one width, found " +
                    std::to_string(query_width) + " (decoder) and " + std::to_string(key_width) +
                    " (encoder); make them equal or use general or additive");
}

struct DotOptions {
  static constexpr const char* kType = "dot";
  static void fields(auto&, auto&&) {}

  std::unique_ptr<Scorer> make(const Scope&, int64_t query_width, int64_t key_width) const {
    require_one_width(kType, query_width, key_width);
    return std::make_unique<DotScorer>();
  }
};

}  // namespace heed
