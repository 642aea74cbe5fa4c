// Windows of attention as masks and factors over the whole source; ops/window.h describes the operations.
#include <algorithm>
#include <cmath>

#include "heed/engine/operations.h"
#include "heed/engine/operations/band.h"

namespace heed::engine {
namespace {

Instruction make_positions(NodeBuilder& node) {
  node.value(0);
  ValueId out = node.make();
  return [=](const Frame& frame) {
    int64_t length = frame.dim(out, 1);
    float* to = frame.numbers(out);
    for (int64_t i = 0, n = frame.size(out); i < n; ++i) to[i] = static_cast<float>(i % length);
  };
}

Instruction make_lengths(NodeBuilder& node) {
  node.value(1);  // says of which type lengths are, where there are several
  ValueId mask = node.value(0);
  ValueId out = node.make();
  return [=](const Frame& frame) {
    int64_t length = frame.dim(mask, 1);
    for (int64_t r = 0, rows = frame.rows(out); r < rows; ++r) {
      const bool* real = frame.flags(mask, r);
      frame.numbers(out)[r] = static_cast<float>(std::count(real, real + length, true));
    }
  };
}

Instruction make_centre(NodeBuilder& node) {
  std::string kind = node.text("kind");
  if (kind == "median") {
    ValueId weights = node.value(0);
    ValueId out = node.make();
    return [=](const Frame& frame) {
      int64_t heads = frame.dim(weights, 1), length = frame.dim(weights, 2);
      for (int64_t r = 0, rows = frame.rows(out); r < rows; ++r) {
        const float* weight = frame.numbers(weights, r);
        auto at = [&](int64_t j) {
          float sum = 0;
          for (int64_t h = 0; h < heads; ++h) sum += weight[h * length + j];
          return sum;
        };
        float whole = 0, sum = 0, below = 0;
        for (int64_t j = 0; j < length; ++j) whole += at(j);
        for (int64_t j = 0; j < length; ++j) below += (sum += at(j)) < whole * 0.5F ? 1.0F : 0.0F;
        frame.numbers(out)[r] = below;
      }
    };
  }
  ValueId in = node.value(0), length = node.value(1);
  bool monotonic = kind == "monotonic";
  ValueId out = node.make();
  return [=](const Frame& frame) {
    int64_t queries = frame.dim(out, 1);
    for (int64_t r = 0, rows = frame.rows(out); r < rows; ++r) {
      const float* x = frame.numbers(in, r);
      float* to = frame.numbers(out) + r * queries;
      float words = *frame.numbers(length, r);
      for (int64_t q = 0; q < queries; ++q)
        to[q] = monotonic ? std::min(x[q], words - 1) : words / (1 + std::exp(-x[q]));
    }
  };
}

Instruction make_band(NodeBuilder& node) {
  int64_t before = node.integer("before"), after = node.integer("after");
  ValueId mask = node.value(0), centre = node.value(1);
  if (centre == kNone || (before < 0 && after < 0)) {
    node.view(0);
    return [](const Frame&) {};
  }
  ValueId out = node.make();
  return [=](const Frame& frame) {
    int64_t length = frame.dim(mask, 1), number = frame.dim(centre, 1);
    for (int64_t r = 0, all = frame.rows(out); r < all; ++r) {
      const bool* real = frame.flags(mask, r);
      const float* middle = frame.numbers(centre, r);
      bool* to = frame.flags(out) + r * number * length;
      for (int64_t q = 0; q < number; ++q, to += length) {
        for (int64_t j = 0; j < length; ++j)
          to[j] = real[j] && is_inside(static_cast<float>(j) - middle[q], before, after);
      }
    }
  };
}

Instruction make_gaussian(NodeBuilder& node) {
  double deviation = node.real("deviation");
  ValueId weights = node.value(0), centre = node.value(1), out = node.make();
  return [=](const Frame& frame) {
    int64_t heads = frame.dim(out, 1), queries = frame.dim(out, 2), length = frame.dim(out, 3);
    for (int64_t r = 0, rows = frame.rows(out); r < rows; ++r) {
      const float *from = frame.numbers(weights, r), *middle = frame.numbers(centre, r);
      float* to = frame.numbers(out) + r * heads * queries * length;
      for (int64_t i = 0; i < heads * queries; ++i) {
        for (int64_t j = 0; j < length; ++j)
          to[i * length + j] =
              from[i * length + j] * bell(static_cast<float>(j) - middle[i % queries], deviation);
      }
    }
  };
}

Instruction make_no_weights(NodeBuilder& node) {
  node.value(0);
  ValueId out = node.make();
  return [=](const Frame& frame) { std::fill_n(frame.numbers(out), frame.size(out), 0.0F); };
}

Instruction make_no_position(NodeBuilder& node) {
  node.value(0);
  ValueId out = node.make();
  return [=](const Frame& frame) { std::fill_n(frame.numbers(out), frame.size(out), 0.0F); };
}

}  // namespace

Makers window_makers() {
  return {{"band", make_band},          {"centre", make_centre},           {"gaussian", make_gaussian},
          {"lengths", make_lengths},    {"no_position", make_no_position}, {"no_weights", make_no_weights},
          {"positions", make_positions}};
}

}  // namespace heed::engine
