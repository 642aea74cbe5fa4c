// Operations on sequences of vectors [rows, length, width].
#include <algorithm>
#include <cmath>

#include "heed/engine/operations.h"
#include "heed/graph/operations/constants.h"
#include "heed/graph/operations/ngram_hash.h"

namespace heed::engine {
namespace {

// The sum over the positions that are not padding, or their mean.
template <bool kMean>
Instruction make_over_time(NodeBuilder& node) {
  int64_t width = node.width(0);
  ValueId in = node.value(0), mask = node.value(1);
  ValueId out = node.make();
  return [=](const Frame& frame) {
    int64_t length = frame.dim(in, 1);
    for (int64_t r = 0, rows = frame.rows(in); r < rows; ++r) {
      const float* x = frame.numbers(in, r);
      const bool* real = frame.flags(mask, r);
      float *to = frame.numbers(out) + r * width, tokens = 0;
      std::fill_n(to, width, 0.0F);
      for (int64_t t = 0; t < length; ++t) {
        if (!real[t]) continue;
        ++tokens;
        for (int64_t i = 0; i < width; ++i) to[i] += x[t * width + i];
      }
      if (!kMean) continue;
      for (int64_t i = 0; i < width; ++i) to[i] /= std::max(tokens, 1.0F);
    }
  };
}

Instruction make_ngram_scores(NodeBuilder& node) {
  MatrixSize size = node.matrix(0);
  const float* table = node.numbers(0);
  int64_t order = node.integer("order"), classes = size.inputs;
  ValueId ids = node.value(1), mask = node.value(2), out = node.make();
  return [=](const Frame& frame) {
    int64_t length = frame.dim(ids, 1);
    for (int64_t r = 0, rows = frame.rows(ids); r < rows; ++r) {
      const bool* real = frame.flags(mask, r);
      float* to = frame.numbers(out) + r * length * classes;
      std::fill_n(to, length * classes, 0.0F);
      int64_t own = std::count(real, real + length, true);
      each_ngram(frame.indices(ids, r), own, order, size.outputs, [&](int64_t position, int64_t row) {
        const float* from = table + row * classes;
        for (int64_t c = 0; c < classes; ++c) to[position * classes + c] += from[c];
      });
    }
  };
}

Instruction make_keep_real(NodeBuilder& node) {
  int64_t width = node.width(0);
  ValueId in = node.value(0), mask = node.value(1), out = node.make();
  return [=](const Frame& frame) {
    int64_t length = frame.dim(in, 1);
    for (int64_t r = 0, rows = frame.rows(out); r < rows; ++r) {
      const float* from = frame.numbers(in, r);
      const bool* real = frame.flags(mask, r);
      float* to = frame.numbers(out) + r * length * width;
      for (int64_t t = 0; t < length; ++t, from += width, to += width) {
        if (real[t])
          std::copy_n(from, width, to);
        else
          std::fill_n(to, width, 0.0F);
      }
    }
  };
}

Instruction make_neighbours(NodeBuilder& node) {
  int64_t width = node.width(0), around = node.integer("width");
  ValueId in = node.value(0), mask = node.value(1);
  ValueId out = node.make();
  return [=](const Frame& frame) {
    int64_t length = frame.dim(in, 1);
    for (int64_t r = 0, rows = frame.rows(in); r < rows; ++r) {
      const float* x = frame.numbers(in, r);
      const bool* real = frame.flags(mask, r);
      float* to = frame.numbers(out) + r * frame.row_size(out);
      for (int64_t t = 0; t < length; ++t) {
        for (int64_t j = t - around / 2; j <= t + around / 2; ++j, to += width) {
          if (j >= 0 && j < length && real[j])
            std::copy_n(x + j * width, width, to);
          else
            std::fill_n(to, width, 0.0F);
        }
      }
    }
  };
}

Instruction make_add_positions(NodeBuilder& node) {
  int64_t width = node.width(0);
  ValueId in = node.value(0), out = node.make();
  auto scale = static_cast<float>(std::sqrt(static_cast<double>(width)));
  std::vector<float> rates;
  for (int64_t i = 0; i < width; i += 2)
    rates.push_back(std::exp(static_cast<float>(i) * static_cast<float>(-std::log(constants::kWaveLength) /
                                                                        static_cast<double>(width))));
  return [=](const Frame& frame) {
    int64_t length = frame.dim(in, 1), rows = frame.rows(in);
    const float* x = frame.numbers(in);
    float* to = frame.numbers(out);
    for (int64_t t = 0; t < length; ++t) {
      for (int64_t i = 0; i < width; ++i) {
        float angle = static_cast<float>(t) * rates[static_cast<std::size_t>(i / 2)];
        float wave = i % 2 == 0 ? std::sin(angle) : std::cos(angle);
        for (int64_t r = 0; r < rows; ++r) {
          int64_t at = (r * length + t) * width + i;
          to[at] = scale * x[at] + wave;
        }
      }
    }
  };
}

// Appends the step in place, in the slot of the row, after the steps already there.
Instruction make_append(NodeBuilder& node) {
  ValueId cache = node.value_or_growing(0), next = node.own(1);
  int64_t width = node.width(0);
  node.view(0);
  return [=](const Frame& frame) {
    int64_t heads = frame.dim(cache, 1), steps = frame.dim(cache, 2);
    for (int64_t r = 0, rows = frame.rows(next); r < rows; ++r) {
      for (int64_t h = 0; h < heads; ++h)
        std::copy_n(frame.numbers(next) + (r * heads + h) * width, width,
                    frame.growing(cache, r, h) + steps * width);
    }
  };
}

Instruction make_everywhere(NodeBuilder& node) {
  node.value(0);
  ValueId out = node.make();
  return [=](const Frame& frame) { std::fill_n(frame.flags(out), frame.size(out), true); };
}

Instruction make_every_nth(NodeBuilder& node) {
  int64_t stride = node.integer("stride"), width = node.width(0);
  ValueId in = node.value(0), mask = node.value(1), out = node.make(), left = node.make();
  return [=](const Frame& frame) {
    int64_t length = frame.dim(out, 1);
    for (int64_t r = 0, rows = frame.rows(out); r < rows; ++r) {
      const float* from = frame.numbers(in, r);
      const bool* real = frame.flags(mask, r);
      for (int64_t t = 0; t < length; ++t) {
        std::copy_n(from + t * stride * width, width, frame.numbers(out) + (r * length + t) * width);
        frame.flags(left)[r * length + t] = real[t * stride];
      }
    }
  };
}

Instruction make_mean_of_parts(NodeBuilder& node) {
  int64_t width = node.width(0);
  ValueId in = node.value(0), part = node.value(1), mask = node.value(2), out = node.make();
  return [=](const Frame& frame) {
    int64_t words = frame.dim(in, 1), parts = frame.dim(out, 1);
    for (int64_t r = 0, rows = frame.rows(out); r < rows; ++r) {
      const float* x = frame.numbers(in, r);
      const int32_t* owner = frame.indices(part, r);
      float* to = frame.numbers(out) + r * parts * width;
      std::fill_n(to, parts * width, 0.0F);
      for (int64_t p = 0; p < parts; ++p) {
        float count = 0;
        for (int64_t w = 0; w < words && frame.flags(mask, r)[p]; ++w) {
          if (owner[w] != p) continue;
          ++count;
          for (int64_t i = 0; i < width; ++i) to[p * width + i] += x[w * width + i];
        }
        for (int64_t i = 0; i < width; ++i) to[p * width + i] /= std::max(count, 1.0F);
      }
    }
  };
}

Instruction make_unfold_rows(NodeBuilder& node) {
  node.value(0);
  node.view(0);
  return [](const Frame&) {};
}

}  // namespace

Makers sequence_makers() {
  return {{"add_positions", make_add_positions},
          {"append", make_append},
          {"every_nth", make_every_nth},
          {"everywhere", make_everywhere},
          {"keep_real", make_keep_real},
          {"mean_of_parts", make_mean_of_parts},
          {"mean_over_time", make_over_time<true>},
          {"neighbours", make_neighbours},
          {"ngram_scores", make_ngram_scores},
          {"sum_over_time", make_over_time<false>},
          {"unfold_rows", make_unfold_rows}};
}

}  // namespace heed::engine
