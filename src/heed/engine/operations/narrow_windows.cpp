// Windows that are gathered: each query becomes a row of its own with as many keys as the window is wide; in
// a decoding step it is that already. ops/window.h says what each makes.
#include <algorithm>
#include <cmath>

#include "heed/engine/operations.h"
#include "heed/engine/operations/band.h"
#include "heed/engine/operations/swap.h"

namespace heed::engine {
namespace {

// Rows of which each becomes one a query.
Dim fold(const Making& making, const Dim& rows, const Dim& queries) {
  making.require(!(rows.rows && queries.rows) && !(rows.length && queries.length) &&
                     !(rows.extended && queries.extended),
                 "queries that are not rows already");
  return rows * queries;
}

}  // namespace

Instruction make_band_begin(Making& making) {
  constexpr float kFar = 1 << 24;  // behind any source
  making.require_input(0, 2);
  auto before = static_cast<float>(making.integer("before"));
  ValueId centre = making.value(0), out = making.make(making.shape(0), Type::index);
  return [=](const Frame& frame) {
    const float* x = frame.numbers(centre);
    for (int64_t i = 0, n = frame.size(out); i < n; ++i)
      frame.indices(out)[i] =
          static_cast<int32_t>(std::ceil(std::fmax(-kFar, std::fmin(x[i] - before, kFar))));
  };
}

Instruction make_gather_band(Making& making) {
  making.require_input(0, 4);
  making.require_input(1, 2, Type::index);
  int64_t width = making.integer("width"), size = making.width(0);
  making.require(width > 0 && width < 1 << 20, "a window's width");
  ValueId in = making.value(0), begin = making.value(1);
  Dim rows = making.shape(1)[0], queries = making.shape(1)[1], heads = making.shape(0)[1];
  making.require(making.shape(0)[0] == rows, "as many rows of windows as of what they look at");
  ValueId out = making.make({fold(making, rows, queries), heads, {width}, {size}});
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

Instruction make_gather_mask(Making& making) {
  making.require_input(0, 2, Type::flag);
  making.require_input(1, 2);
  making.require_input(2, 2, Type::index);
  int64_t before = making.integer("before"), after = making.integer("after");
  making.require(before >= 0 && after >= 0 && before < 1 << 19 && after < 1 << 19, "a window's width");
  int64_t width = before + after + 1;
  ValueId mask = making.value(0), centre = making.value(1), begin = making.value(2);
  Dim rows = making.shape(2)[0], queries = making.shape(2)[1];
  making.require(making.shape(1) == making.shape(2) && making.shape(0)[0] == rows, "a window a centre");
  ValueId out = making.make({fold(making, rows, queries), {1}, {1}, {width}}, Type::flag);
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

Instruction make_gather_gaussian(Making& making) {
  making.require_input(0, 4);
  making.require_input(1, 2);
  making.require_input(2, 2, Type::index);
  const Shape windows = making.shape(2);
  making.require(making.shape(1) == windows && making.shape(0)[0] == fold(making, windows[0], windows[1]),
                 "a window a centre");
  double deviation = making.real("deviation");
  ValueId weights = making.own(0), centre = making.value(1), begin = making.value(2);
  ValueId out = making.make(making.shape(0));
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

Instruction make_fold_queries(Making& making) {
  making.require_input(0, 4);
  const Shape in = making.shape(0);
  Shape folded = {fold(making, in[0], in[2]), in[1], {1}, in[3]};
  if (in[2] == Dim{1}) {
    making.view(0, std::move(folded));
    return [](const Frame&) {};
  }
  ValueId from = making.value(0), out = making.make(std::move(folded));
  return [=](const Frame& frame) {
    for (int64_t r = 0, rows = frame.rows(from), size = frame.row_size(from); r < rows; ++r)
      swap_vectors(frame.numbers(from) + r * size, frame.dim(from, 1), frame.dim(from, 2), frame.dim(from, 3),
                   frame.numbers(out) + r * size);
  };
}

Instruction make_unfold_queries(Making& making) {
  making.require_input(0, 4);
  making.require_input(1, 2, Type::index);
  const Shape in = making.shape(0), begin = making.shape(1);
  making.require(in[0] == fold(making, begin[0], begin[1]) && in[2] == Dim{1}, "a row a query");
  Shape unfolded = {begin[0], in[1], begin[1], in[3]};
  if (begin[1] == Dim{1}) {
    making.view(0, std::move(unfolded));
    return [](const Frame&) {};
  }
  ValueId from = making.own(0), out = making.make(std::move(unfolded));
  return [=](const Frame& frame) {
    for (int64_t r = 0, rows = frame.rows(out), size = frame.row_size(out); r < rows; ++r)
      swap_vectors(frame.numbers(from) + r * size, frame.dim(out, 2), frame.dim(out, 1), frame.dim(out, 3),
                   frame.numbers(out) + r * size);
  };
}

Instruction make_spread(Making& making) {
  making.require_input(0, 4);
  making.require_input(2, 4);
  const Shape in = making.shape(0);
  making.require(in[2] == Dim{1} && in[0] == making.shape(2)[0], "one query a row");
  Shape whole = {in[0], in[1], making.shape(2)[2]};
  if (!making.has(1)) {
    making.require(in[3] == whole[2], "weights of the whole source");
    making.view(0, std::move(whole));
    return [](const Frame&) {};
  }
  making.require_input(1, 2, Type::index);
  making.require(making.shape(1) == Shape{in[0], {1}}, "one window a row");
  ValueId weights = making.value(0), begin = making.value(1), out = making.make(std::move(whole));
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

}  // namespace heed::engine
