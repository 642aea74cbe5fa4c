// No encoder: the states are the vectors of the tokens plus their positions. For models in which a key–value
// module transforms them.
#pragma once

#include <memory>

#include "heed/base/options.h"
#include "heed/models/encoder.h"

namespace heed {

struct EmbeddingsEncoderOptions {
  static constexpr const char* kType = "embeddings";
  bool positions = true;
  static void fields(auto& o, auto&& f) {
    f("positions", o.positions, "add the sinusoids of the positions (Vaswani 2017)");
  }
  std::unique_ptr<Encoder> make(const Scope& scope, int64_t inputs) const;
};

}  // namespace heed
