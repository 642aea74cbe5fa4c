// No encoder at all: the tokens' vectors, with their positions added. What keys and values are made of where
// a key–value module does the work.
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
