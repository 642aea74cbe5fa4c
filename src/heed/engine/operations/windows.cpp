// Where attention may look, as masks and factors over the whole source: ops/window.h says what each makes.
#include <algorithm>
#include <cmath>

#include "heed/engine/operations.h"
#include "heed/engine/operations/band.h"

namespace heed::engine {

Instruction make_positions(Making& making) {
  const Shape in = making.shape(0);
  making.require(in.size() > 1, "a sequence");
  making.value(0);
  ValueId out = making.make({in[0], in[1]});
  return [=](const Frame& frame) {
    int64_t length = frame.dim(out, 1);
    float* to = frame.numbers(out);
    for (int64_t i = 0, n = frame.size(out); i < n; ++i) to[i] = static_cast<float>(i % length);
  };
}

Instruction make_shift(Making& making) {
  auto by = static_cast<float>(making.real("by"));
  making.require(making.type(0) == Type::number, "numbers");
  ValueId in = making.value(0), out = making.make(making.shape(0));
  return [=](const Frame& frame) {
    const float* x = frame.numbers(in);
    float* to = frame.numbers(out);
    for (int64_t i = 0, n = frame.size(in); i < n; ++i) to[i] = x[i] + by;
  };
}

Instruction make_lengths(Making& making) {
  making.require_input(0, 2, Type::flag);
  making.value(1);  // says of which type lengths are, where there are several
  ValueId mask = making.value(0);
  ValueId out = making.make({making.shape(0)[0]});
  return [=](const Frame& frame) {
    int64_t length = frame.dim(mask, 1);
    for (int64_t r = 0, rows = frame.rows(out); r < rows; ++r) {
      const bool* real = frame.flags(mask, r);
      frame.numbers(out)[r] = static_cast<float>(std::count(real, real + length, true));
    }
  };
}

Instruction make_centre(Making& making) {
  std::string kind = making.text("kind");
  if (kind == "median") {
    making.require_input(0, 3);
    ValueId weights = making.value(0);
    ValueId out = making.make({making.shape(0)[0], {1}});
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
  making.require_input(1, 1);
  ValueId in = making.value(0), length = making.value(1);
  const Shape shape = making.shape(0);
  making.require(making.type(0) == Type::number && making.shape(1)[0] == shape[0], "a length a row");
  bool monotonic = kind == "monotonic";
  making.require(
      monotonic ? shape.size() == 2 : kind == "predicted" && shape.size() == 3 && shape[2] == Dim{1},
      "a position a query");
  ValueId out = making.make({shape[0], shape[1]});
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

Instruction make_band(Making& making) {
  making.require_input(0, 2, Type::flag);
  int64_t before = making.integer("before"), after = making.integer("after");
  ValueId mask = making.value(0), centre = making.value(1);
  const Shape in = making.shape(0);
  if (centre == kNone || (before < 0 && after < 0)) {
    making.view(0, {in[0], {1}, {1}, in[1]});
    return [](const Frame&) {};
  }
  making.require_input(1, 2);
  Dim rows = making.shape(1)[0], queries = making.shape(1)[1];
  making.require(rows == in[0], "as many rows of centres as of the mask");
  ValueId out = making.make({rows, {1}, queries, in[1]}, Type::flag);
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

Instruction make_gaussian(Making& making) {
  making.require_input(0, 4);
  making.require_input(1, 2);
  making.require(making.shape(1) == Shape{making.shape(0)[0], making.shape(0)[2]}, "a centre a query");
  double deviation = making.real("deviation");
  ValueId weights = making.value(0), centre = making.value(1), out = making.make(making.shape(0));
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

Instruction make_no_weights(Making& making) {
  making.require_input(0, 4);
  const Shape keys = making.shape(0);
  making.value(0);
  ValueId out = making.make({keys[0], keys[1], keys[2]});
  return [=](const Frame& frame) { std::fill_n(frame.numbers(out), frame.size(out), 0.0F); };
}

Instruction make_no_position(Making& making) {
  making.value(0);
  ValueId out = making.make({making.shape(0)[0], {1}});
  return [=](const Frame& frame) { std::fill_n(frame.numbers(out), frame.size(out), 0.0F); };
}

}  // namespace heed::engine
