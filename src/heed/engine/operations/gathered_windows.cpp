// Gathered windows: each query becomes a row of its own, with one key for each position of the window. In a
// decoding step a query already is a row. ops/window.h describes the operations.
#include <algorithm>
#include <cmath>

#include "heed/engine/operations.h"
#include "heed/engine/operations/band.h"
#include "heed/engine/operations/swap.h"

namespace heed::engine {
namespace {

Instruction make_band_begin(NodeBuilder& node) {
  constexpr float kFar = 1 << 24;  // behind any source
  auto before = static_cast<float>(node.integer("before"));
  ValueId centre = node.value(0), out = node.make();
  return [=](const Frame& frame) {
    const float* x = frame.numbers(centre);
    for (int64_t i = 0, n = frame.size(out); i < n; ++i)
      frame.indices(out)[i] =
          static_cast<int32_t>(std::ceil(std::fmax(-kFar, std::fmin(x[i] - before, kFar))));
  };
}

Instruction make_gather_band(NodeBuilder& node) {
  int64_t width = node.integer("width"), size = node.width(0);
  ValueId in = node.value(0), begin = node.value(1);
  ValueId out = node.make();
  return [=](const Frame& frame) {
    int64_t number = frame.dim(begin, 1), groups = frame.dim(in, 1), length = frame.dim(in, 2);
    float* to = frame.numbers(out);
    for (int64_t r = 0, all = frame.rows(begin); r < all; ++r) {
      const float* from = frame.numbers(in, r);
      for (int64_t q = 0; q < number; ++q) {
        int64_t first = frame.indices(begin, r)[q];
        for (int64_t h = 0; h < groups; ++h) {
          for (int64_t j = first; j < first + width; ++j, to += size) {
            if (j >= 0 && j < length)
              std::copy_n(from + (h * length + j) * size, size, to);
            else
              std::fill_n(to, size, 0.0F);
          }
        }
      }
    }
  };
}

// Zeros where there is no bias.
Instruction make_gather_bias(NodeBuilder& node) {
  int64_t width = node.integer("width");
  ValueId bias = node.value_if_bound(0), begin = node.value(1), out = node.make();
  return [=](const Frame& frame) {
    std::fill_n(frame.numbers(out), frame.size(out), 0.0F);
    if (!frame.is_bound(bias)) return;
    int64_t number = frame.dim(begin, 1), length = frame.dim(bias, 1);
    for (int64_t line = 0, lines = frame.rows(out); line < lines; ++line) {
      int64_t r = line / number, first = frame.indices(begin, r)[line % number];
      for (int64_t j = std::max<int64_t>(first, 0); j < std::min(first + width, length); ++j)
        frame.numbers(out)[line * width + j - first] = frame.numbers(bias, r)[j];
    }
  };
}

Instruction make_gather_mask(NodeBuilder& node) {
  int64_t before = node.integer("before"), after = node.integer("after");
  int64_t width = before + after + 1;
  ValueId mask = node.value(0), centre = node.value(1), begin = node.value(2);
  ValueId out = node.make();
  return [=](const Frame& frame) {
    int64_t number = frame.dim(begin, 1), length = frame.dim(mask, 1);
    bool* to = frame.flags(out);
    for (int64_t r = 0, all = frame.rows(begin); r < all; ++r) {
      const bool* real = frame.flags(mask, r);
      for (int64_t q = 0; q < number; ++q) {
        int64_t first = frame.indices(begin, r)[q];
        float middle = frame.numbers(centre, r)[q];
        for (int64_t j = first; j < first + width; ++j)
          *to++ = j >= 0 && j < length && real[j] && is_inside(static_cast<float>(j) - middle, before, after);
      }
    }
  };
}

Instruction make_gather_gaussian(NodeBuilder& node) {
  double deviation = node.real("deviation");
  ValueId weights = node.own(0), centre = node.value(1), begin = node.value(2);
  ValueId out = node.make();
  return [=](const Frame& frame) {
    int64_t groups = frame.dim(out, 1) * frame.dim(out, 2), width = frame.dim(out, 3);
    int64_t number = frame.dim(begin, 1);
    const float* from = frame.numbers(weights);
    float* to = frame.numbers(out);
    for (int64_t r = 0, rows = frame.rows(out); r < rows; ++r) {
      int64_t first = frame.indices(begin, r / number)[r % number];
      float middle = frame.numbers(centre, r / number)[r % number];
      for (int64_t h = 0; h < groups; ++h) {
        for (int64_t j = 0; j < width; ++j)
          *to++ = *from++ * bell(static_cast<float>(first + j) - middle, deviation);
      }
    }
  };
}

Instruction make_fold_queries(NodeBuilder& node) {
  const Shape in = node.shape(0);
  if (in[2] == Dim(1)) {
    node.view(0);
    return [](const Frame&) {};
  }
  ValueId from = node.value(0), out = node.make();
  return [=](const Frame& frame) {
    for (int64_t r = 0, rows = frame.rows(from), size = frame.row_size(from); r < rows; ++r)
      swap_vectors(frame.numbers(from) + r * size, frame.dim(from, 1), frame.dim(from, 2), frame.dim(from, 3),
                   frame.numbers(out) + r * size);
  };
}

Instruction make_unfold_queries(NodeBuilder& node) {
  const Shape in = node.shape(0), begin = node.shape(1);
  if (begin[1] == Dim(1)) {
    node.view(0);
    return [](const Frame&) {};
  }
  ValueId from = node.own(0), out = node.make();
  return [=](const Frame& frame) {
    for (int64_t r = 0, rows = frame.rows(out), size = frame.row_size(out); r < rows; ++r)
      swap_vectors(frame.numbers(from) + r * size, frame.dim(out, 2), frame.dim(out, 1), frame.dim(out, 3),
                   frame.numbers(out) + r * size);
  };
}

Instruction make_spread(NodeBuilder& node) {
  const Shape in = node.shape(0);
  if (!node.has(1)) {
    node.view(0);
    return [](const Frame&) {};
  }
  ValueId weights = node.value(0), begin = node.value(1), out = node.make();
  return [=](const Frame& frame) {
    int64_t heads = frame.dim(out, 1), length = frame.dim(out, 2), width = frame.dim(weights, 3);
    for (int64_t r = 0, rows = frame.rows(out); r < rows; ++r) {
      const float* from = frame.numbers(weights, r);
      float* to = frame.numbers(out) + r * heads * length;
      std::fill_n(to, heads * length, 0.0F);
      int64_t first = frame.indices(begin, r)[0];
      for (int64_t h = 0; h < heads; ++h) {
        for (int64_t j = std::max<int64_t>(first, 0); j < std::min(first + width, length); ++j)
          to[h * length + j] = from[h * width + j - first];
      }
    }
  };
}

}  // namespace

Makers gathered_window_makers() {
  return {{"band_begin", make_band_begin},
          {"fold_queries", make_fold_queries},
          {"gather_band", make_gather_band},
          {"gather_bias", make_gather_bias},
          {"gather_gaussian", make_gather_gaussian},
          {"gather_mask", make_gather_mask},
          {"spread", make_spread},
          {"unfold_queries", make_unfold_queries}};
}

}  // namespace heed::engine
