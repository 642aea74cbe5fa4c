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

Instruction make_embedding(NodeBuilder& node) {
  auto table = node.table(0);
  int64_t width = table->width(), words = table->rows();
  ValueId ids = node.value(1);
  ValueId out = node.make();
  return [=](const Frame& frame) {
    const int32_t* id = frame.indices(ids);
    float* to = frame.numbers(out);
    for (int64_t i = 0, n = frame.size(ids); i < n; ++i)
      table->read(std::clamp<int64_t>(id[i], 0, words - 1), to + i * width);
  };
}

Instruction make_activation(NodeBuilder& node) {
  std::string kind = node.text("kind");
  auto run = kind == "tanh" ? kernels::tanh : kind == "relu" ? kernels::relu : kernels::sigmoid;
  ValueId in = node.value(0), out = node.make();
  return [=](const Frame& frame) { run(frame.numbers(in), frame.size(in), frame.numbers(out)); };
}

Instruction make_add(NodeBuilder& node) {
  ValueId a = node.value(0), b = node.value(1), out = node.make();
  return [=](const Frame& frame) {
    int64_t size = frame.row_size(a);
    for (int64_t r = 0, rows = frame.rows(out); r < rows; ++r) {
      const float *x = frame.numbers(a, r), *y = frame.numbers(b, r);
      float* to = frame.numbers(out) + r * size;
      for (int64_t i = 0; i < size; ++i) to[i] = x[i] + y[i];
    }
  };
}

Instruction make_shift(NodeBuilder& node) {
  auto by = static_cast<float>(node.real("by"));
  ValueId in = node.value(0), out = node.make();
  return [=](const Frame& frame) {
    const float* x = frame.numbers(in);
    float* to = frame.numbers(out);
    for (int64_t i = 0, n = frame.size(in); i < n; ++i) to[i] = x[i] + by;
  };
}

Instruction make_scale(NodeBuilder& node) {
  const float* factor = node.numbers(1);
  ValueId in = node.value(0), out = node.make();
  return [=](const Frame& frame) {
    const float* x = frame.numbers(in);
    float* to = frame.numbers(out);
    for (int64_t i = 0, n = frame.size(in); i < n; ++i) to[i] = x[i] * *factor;
  };
}

Instruction make_unit(NodeBuilder& node) {
  int64_t width = node.width(0);
  ValueId in = node.value(0), out = node.make();
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

Instruction make_layer_norm(NodeBuilder& node) {
  int64_t width = node.width(0);
  const float *gain = node.numbers(1), *bias = node.numbers(2);
  ValueId in = node.value(0), out = node.make();
  return [=](const Frame& frame) {
    kernels::layer_norm(frame.numbers(in), frame.size(in) / width, width, gain, bias, frame.numbers(out));
  };
}

Instruction make_maxout(NodeBuilder& node) {
  ValueId in = node.value(0), out = node.make();
  return [=](const Frame& frame) {
    const float* x = frame.numbers(in);
    float* to = frame.numbers(out);
    for (int64_t i = 0, n = frame.size(out); i < n; ++i) to[i] = std::max(x[2 * i], x[2 * i + 1]);
  };
}

Instruction make_concat(NodeBuilder& node) {
  struct Part {
    ValueId value;
    int64_t width;
  };
  std::vector<Part> parts;
  int64_t width = 0;
  for (std::size_t i = 0; i < node.input_count(); ++i) {
    parts.push_back({node.value(i), node.width(i)});
    width += parts.back().width;
  }
  ValueId out = node.make();
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

Instruction make_heads(NodeBuilder& node) {
  std::string kind = node.text("kind");
  int64_t heads = node.integer("heads"), width = node.width(0);
  const Shape in = node.shape(0);
  auto nothing = [](const Frame&) {};
  if (kind == "join_step") {
    node.view(0);
    return nothing;
  }
  ValueId from = node.value(0);
  if (kind == "join") {
    ValueId out = node.make();
    return [=](const Frame& frame) {
      for (int64_t r = 0, rows = frame.rows(out); r < rows; ++r)
        swap_vectors(frame.numbers(from, r), heads, frame.dim(from, 2), width,
                     frame.numbers(out) + r * frame.row_size(out));
    };
  }
  int64_t own = width / heads;
  if (in.size() == 2 || heads == 1) {
    node.view(0);
    return nothing;
  }
  ValueId out = node.make();
  return [=](const Frame& frame) {
    for (int64_t r = 0, rows = frame.rows(out); r < rows; ++r)
      swap_vectors(frame.numbers(from, r), frame.dim(from, 1), heads, own,
                   frame.numbers(out) + r * frame.row_size(out));
  };
}

Instruction make_broadcast(NodeBuilder& node) {
  node.value(0);
  const float* vector = node.numbers(1);
  int64_t width = node.parameter(1).shape[0];
  ValueId out = node.make();
  return [=](const Frame& frame) {
    float* to = frame.numbers(out);
    for (int64_t r = 0, rows = frame.size(out) / width; r < rows; ++r)
      std::copy_n(vector, width, to + r * width);
  };
}

Instruction make_zero_state(NodeBuilder& node) {
  node.value(0);
  ValueId out = node.make();
  return [=](const Frame& frame) { std::fill_n(frame.numbers(out), frame.size(out), 0.0F); };
}

}  // namespace

Makers pointwise_makers() {
  return {{"activation", make_activation},
          {"add", make_add},
          {"broadcast", make_broadcast},
          {"concat", make_concat},
          {"embedding", make_embedding},
          {"heads", make_heads},
          {"layer_norm", make_layer_norm},
          {"maxout", make_maxout},
          {"scale", make_scale},
          {"shift", make_shift},
          {"unit", make_unit},
          {"zero_state", make_zero_state}};
}

}  // namespace heed::engine
