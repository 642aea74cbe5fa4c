// The two layers that everything else is made of.
#pragma once

#include "heed/base/random.h"
#include "heed/nn/parameters.h"
#include "heed/ops/ops.h"

namespace heed {

// y = W x + b
struct Linear {
  Tensor weight, bias;  // [O,I], [O]

  Linear(const Scope& scope, int64_t inputs, int64_t outputs, bool with_bias = true)
      : weight(scope.make("weight", {outputs, inputs}, Init::glorot(inputs, outputs))),
        bias(with_bias ? scope.make("bias", {outputs}, {}) : Tensor()) {}
  Tensor operator()(const Tensor& x) const { return ops::linear(x, weight, bias); }
};

// A row a token.
struct Embedding {
  Tensor table;  // [V,D]

  Embedding(const Scope& scope, int64_t vocabulary, int64_t width)
      : table(scope.make("table", {vocabulary, width}, {0.1, 0})) {}
  Tensor operator()(const Tensor& ids) const { return ops::embedding(table, ids); }
};

// Dropout where there is noise, nothing otherwise. `site` tells apart the places of one model.
inline Tensor dropout(const Tensor& x, double rate, const Noise& noise, const std::string& site) {
  return noise.active && rate > 0 ? ops::dropout(x, rate, noise.at(site)) : x;
}

}  // namespace heed
