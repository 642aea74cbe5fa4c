// The basic layers that all models are built from.
#pragma once

#include <string>

#include "heed/nn/parameters.h"
#include "heed/ops/ops.h"

namespace heed {

// y = W x + b
struct Linear {
  Tensor weight, bias;  // [O,I], [O]

  Linear(const Scope& scope, int64_t inputs, int64_t outputs, bool with_bias = true)
      : weight(scope.make("weight", {outputs, inputs}, Init::glorot(inputs, outputs))),
        bias(with_bias ? scope.make("bias", {outputs}, {}) : Tensor()) {}
  // Uses another layer's weight [O,I], with a bias of its own.
  Linear(const Scope& scope, const Tensor& shared)
      : weight(shared), bias(scope.make("bias", {shared.size(0)}, {})) {}
  Tensor operator()(const Tensor& x) const { return ops::linear(x, weight, bias); }
};

// A table with one row for each token.
struct Embedding {
  Tensor table;  // [V,D]

  Embedding(const Scope& scope, int64_t vocabulary, int64_t width)
      : table(scope.make("table", {vocabulary, width}, {0.1, 0})) {}
  Tensor operator()(const Tensor& ids) const { return ops::embedding(table, ids); }
};

// W₂ act(W₁ x + b₁) + b₂
struct FeedForward {
  Linear inner, outer;
  bool rectified;

  FeedForward(const Scope& scope, int64_t inputs, int64_t hidden, int64_t outputs,
              const std::string& activation)
      : inner(scope / "inner", inputs, hidden),
        outer(scope / "outer", hidden, outputs),
        rectified(activation == "relu") {}
  Tensor operator()(const Tensor& x) const {
    Tensor hidden = inner(x);
    return outer(rectified ? ops::relu(hidden) : ops::tanh(hidden));
  }
};

}  // namespace heed
