// Operations on one element or vector at a time.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "heed/engine/operations.h"
#include "heed/engine/operations/swap.h"
#include "heed/graph/operations/constants.h"
#include "heed/kernels/pointwise.h"

namespace heed::engine {
namespace {

Instruction make_embedding(Making& making) {
  auto table = making.table(0);
  int64_t width = table->width(), words = table->rows();
  ValueId ids = making.value(1);
  ValueId out = making.make();
  return [=](const Frame& frame) {
    const int32_t* id = frame.indices(ids);
    float* to = frame.numbers(out);
    for (int64_t i = 0, n = frame.size(ids); i < n; ++i)
      table->read(std::clamp<int64_t>(id[i], 0, words - 1), to + i * width);
  };
}

Instruction make_activation(Making& making) {
  std::string kind = making.text("kind");
  auto run = kind == "tanh" ? kernels::tanh : kind == "relu" ? kernels::relu : kernels::sigmoid;
  ValueId in = making.value(0), out = making.make();
  return [=](const Frame& frame) { run(frame.numbers(in), frame.size(in), frame.numbers(out)); };
}

Instruction make_add(Making& making) {
  ValueId a = making.value(0), b = making.value(1), out = making.make();
  return [=](const Frame& frame) {
    int64_t size = frame.row_size(a);
    for (int64_t r = 0, rows = frame.rows(out); r < rows; ++r) {
      const float *x = frame.numbers(a, r), *y = frame.numbers(b, r);
      float* to = frame.numbers(out) + r * size;
      for (int64_t i = 0; i < size; ++i) to[i] = x[i] + y[i];
    }
  };
}

Instruction make_shift(Making& making) {
  auto by = static_cast<float>(making.real("by"));
  ValueId in = making.value(0), out = making.make();
  return [=](const Frame& frame) {
    const float* x = frame.numbers(in);
    float* to = frame.numbers(out);
    for (int64_t i = 0, n = frame.size(in); i < n; ++i) to[i] = x[i] + by;
  };
}

Instruction make_scale(Making& making) {
  const float* factor = making.numbers(1);
  ValueId in = making.value(0), out = making.make();
  return [=](const Frame& frame) {
    const float* x = frame.numbers(in);
    float* to = frame.numbers(out);
    for (int64_t i = 0, n = frame.size(in); i < n; ++i) to[i] = x[i] * *factor;
  };
}

Instruction make_unit(Making& making) {
  int64_t width = making.width(0);
  ValueId in = making.value(0), out = making.make();
  return [=](const Frame& frame) {
    const float* x = frame.numbers(in);
    float* to = frame.numbers(out);
    for (int64_t end = frame.size(in), at = 0; at < end; at += width) {
      float squares = static_cast<float>(constants::kUnitSquares);
      for (int64_t i = at; i < at + width; ++i) squares += x[i] * x[i];
      float factor = 1 / std::sqrt(squares);
      for (int64_t i = at; i < at + width; ++i) to[i] = x[i] * factor;
    }
  };
}

Instruction make_layer_norm(Making& making) {
  int64_t width = making.width(0);
  const float *gain = making.numbers(1), *bias = making.numbers(2);
  ValueId in = making.value(0), out = making.make();
  return [=](const Frame& frame) {
    kernels::layer_norm(frame.numbers(in), frame.size(in) / width, width, gain, bias, frame.numbers(out));
  };
}

Instruction make_maxout(Making& making) {
  ValueId in = making.value(0), out = making.make();
  return [=](const Frame& frame) {
    const float* x = frame.numbers(in);
    float* to = frame.numbers(out);
    for (int64_t i = 0, n = frame.size(out); i < n; ++i) to[i] = std::max(x[2 * i], x[2 * i + 1]);
  };
}

Instruction make_concat(Making& making) {
  struct Part {
    ValueId value;
    int64_t width;
  };
  std::vector<Part> parts;
  int64_t width = 0;
  for (std::size_t i = 0; i < making.node.inputs.size(); ++i) {
    parts.push_back({making.value(i), making.width(i)});
    width += parts.back().width;
  }
  ValueId out = making.make();
  return [=](const Frame& frame) {
    int64_t rows = frame.rows(out), vectors = frame.row_size(out) / width;
    for (int64_t r = 0; r < rows; ++r) {
      float* to = frame.numbers(out) + r * vectors * width;
      for (const Part& part : parts) {
        const float* x = frame.numbers(part.value, r);
        for (int64_t v = 0; v < vectors; ++v)
          std::memcpy(to + v * width, x + v * part.width,
                      static_cast<std::size_t>(part.width) * sizeof(float));
        to += part.width;
      }
    }
  };
}

Instruction make_heads(Making& making) {
  std::string kind = making.text("kind");
  int64_t heads = making.integer("heads"), width = making.width(0);
  const Shape in = making.shape(0);
  auto nothing = [](const Frame&) {};
  if (kind == "join_step") {
    making.view(0);
    return nothing;
  }
  ValueId from = making.value(0);
  if (kind == "join") {
    ValueId out = making.make();
    return [=](const Frame& frame) {
      for (int64_t r = 0, rows = frame.rows(out); r < rows; ++r)
        swap_vectors(frame.numbers(from, r), heads, frame.dim(from, 2), width,
                     frame.numbers(out) + r * frame.row_size(out));
    };
  }
  int64_t own = width / heads;
  if (in.size() == 2 || heads == 1) {
    making.view(0);
    return nothing;
  }
  ValueId out = making.make();
  return [=](const Frame& frame) {
    for (int64_t r = 0, rows = frame.rows(out); r < rows; ++r)
      swap_vectors(frame.numbers(from, r), frame.dim(from, 1), heads, own,
                   frame.numbers(out) + r * frame.row_size(out));
  };
}

Instruction make_zero_state(Making& making) {
  making.value(0);
  ValueId out = making.make();
  return [=](const Frame& frame) { std::fill_n(frame.numbers(out), frame.size(out), 0.0F); };
}

}  // namespace

Makers pointwise_makers() {
  return {{"activation", make_activation}, {"add", make_add},
          {"concat", make_concat},         {"embedding", make_embedding},
          {"heads", make_heads},           {"layer_norm", make_layer_norm},
          {"maxout", make_maxout},         {"scale", make_scale},
          {"shift", make_shift},           {"unit", make_unit},
          {"zero_state", make_zero_state}};
}

}  // namespace heed::engine
