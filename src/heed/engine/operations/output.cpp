// Turns scores of tokens into log-probabilities.
#include <algorithm>
#include <cmath>

#include "heed/base/error.h"
#include "heed/engine/operations.h"
#include "heed/graph/operations/constants.h"
#include "heed/kernels/pointwise.h"

namespace heed::engine {
namespace {

Instruction make_log_softmax(NodeBuilder& node) {
  int64_t width = node.width(0);
  ValueId in = node.value(0), out = node.make();
  return [=](const Frame& frame) {
    kernels::log_softmax(frame.numbers(in), frame.size(in) / width, width, frame.numbers(out));
  };
}

Instruction make_mix_copy(NodeBuilder& node) {
  int64_t words = node.width(0);
  ValueId logits = node.value(0), gate = node.value(1), weights = node.value(2), copies = node.value(3);
  ValueId out = node.make();
  return [=](const Frame& frame) {
    int64_t columns = frame.dim(out, 1), heads = frame.dim(weights, 1), length = frame.dim(weights, 2);
    if (words > columns)
      throw InputError("expected a score for each of " + std::to_string(columns) + " tokens, found " +
                       std::to_string(words));
    for (int64_t r = 0, rows = frame.rows(out); r < rows; ++r) {
      float *to = frame.numbers(out) + r * columns, share = frame.numbers(gate, r)[0];
      kernels::softmax(frame.numbers(logits, r), words, to);
      for (int64_t i = 0; i < words; ++i) to[i] *= share;
      std::fill(to + words, to + columns, 0.0F);
      const float* weight = frame.numbers(weights, r);
      const int32_t* copy = frame.indices(copies, r);
      auto at = [&](int64_t j) {
        float sum = 0;
        for (int64_t h = 0; h < heads; ++h) sum += weight[h * length + j];
        return sum / static_cast<float>(heads);
      };
      float sum = 0;
      for (int64_t j = 0; j < length; ++j) sum += at(j);
      float factor = (1 - share) / std::max(sum, static_cast<float>(constants::kLeastCopied));
      for (int64_t j = 0; j < length; ++j) {
        if (copy[j] >= 0 && copy[j] < columns) to[copy[j]] += at(j) * factor;
      }
      kernels::log(to, columns, to);
    }
  };
}

}  // namespace

Makers output_makers() {
  return {{"log_softmax", make_log_softmax}, {"mix_copy", make_mix_copy}};
}

}  // namespace heed::engine
