// Operations on one element, vector or sequence at a time.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "heed/engine/operations.h"
#include "heed/engine/operations/swap.h"
#include "heed/kernels/pointwise.h"

namespace heed::engine {

Instruction make_embedding(Making& making) {
  auto table = making.table(0);
  making.require(making.type(1) == Type::index, "token numbers");
  int64_t width = table->width(), words = table->rows();
  ValueId ids = making.value(1);
  Shape shape = making.shape(1);
  shape.push_back({width});
  ValueId out = making.make(std::move(shape));
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
  making.require(kind == "tanh" || kind == "relu" || kind == "sigmoid", "tanh, relu or sigmoid");
  making.require(making.type(0) == Type::number, "numbers");
  ValueId in = making.value(0), out = making.make(making.shape(0));
  return [=](const Frame& frame) { run(frame.numbers(in), frame.size(in), frame.numbers(out)); };
}

Instruction make_add(Making& making) {
  making.require(
      making.shape(0) == making.shape(1) && making.type(0) == Type::number && making.type(1) == Type::number,
      "numbers of one shape");
  ValueId a = making.value(0), b = making.value(1), out = making.make(making.shape(0));
  return [=](const Frame& frame) {
    int64_t size = frame.row_size(a);
    for (int64_t r = 0, rows = frame.rows(out); r < rows; ++r) {
      const float *x = frame.numbers(a, r), *y = frame.numbers(b, r);
      float* to = frame.numbers(out) + r * size;
      for (int64_t i = 0; i < size; ++i) to[i] = x[i] + y[i];
    }
  };
}

Instruction make_scale(Making& making) {
  const float* factor = making.numbers(1, {1});
  making.require(factor != nullptr && making.type(0) == Type::number, "numbers and a factor");
  ValueId in = making.value(0), out = making.make(making.shape(0));
  return [=](const Frame& frame) {
    const float* x = frame.numbers(in);
    float* to = frame.numbers(out);
    for (int64_t i = 0, n = frame.size(in); i < n; ++i) to[i] = x[i] * *factor;
  };
}

Instruction make_unit(Making& making) {
  int64_t width = making.width(0);
  ValueId in = making.value(0), out = making.make(making.shape(0));
  return [=](const Frame& frame) {
    const float* x = frame.numbers(in);
    float* to = frame.numbers(out);
    for (int64_t end = frame.size(in), at = 0; at < end; at += width) {
      float squares = 1e-12F;
      for (int64_t i = at; i < at + width; ++i) squares += x[i] * x[i];
      float factor = 1 / std::sqrt(squares);
      for (int64_t i = at; i < at + width; ++i) to[i] = x[i] * factor;
    }
  };
}

Instruction make_layer_norm(Making& making) {
  int64_t width = making.width(0);
  const float *gain = making.numbers(1, {width}), *bias = making.numbers(2, {width});
  making.require(gain != nullptr && bias != nullptr, "a gain and a bias");
  ValueId in = making.value(0), out = making.make(making.shape(0));
  return [=](const Frame& frame) {
    kernels::layer_norm(frame.numbers(in), frame.size(in) / width, width, gain, bias, frame.numbers(out));
  };
}

Instruction make_mean_over_time(Making& making) {
  making.require_input(0, 3);
  making.require_mask(1, 0);
  int64_t width = making.width(0);
  ValueId in = making.value(0), mask = making.value(1);
  ValueId out = making.make({making.shape(0)[0], {width}});
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
      for (int64_t i = 0; i < width; ++i) to[i] /= std::max(tokens, 1.0F);
    }
  };
}

Instruction make_keep_real(Making& making) {
  making.require_input(0, 3);
  making.require_mask(1, 0);
  int64_t width = making.width(0);
  ValueId in = making.value(0), mask = making.value(1), out = making.make(making.shape(0));
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

Instruction make_neighbours(Making& making) {
  making.require_input(0, 3);
  making.require_mask(1, 0);
  int64_t width = making.width(0), around = making.integer("width");
  making.require(around > 0 && around % 2 == 1 && around < 10000, "an odd number of neighbours");
  ValueId in = making.value(0), mask = making.value(1);
  ValueId out = making.make({making.shape(0)[0], making.shape(0)[1], {width * around}});
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

Instruction make_add_positions(Making& making) {
  making.require_input(0, 3);
  int64_t width = making.width(0);
  ValueId in = making.value(0), out = making.make(making.shape(0));
  auto scale = static_cast<float>(std::sqrt(static_cast<double>(width)));
  std::vector<float> rates;
  for (int64_t i = 0; i < width; i += 2)
    rates.push_back(std::exp(static_cast<float>(i) *
                             static_cast<float>(-std::log(10000.0) / static_cast<double>(width))));
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

Instruction make_maxout(Making& making) {
  int64_t width = making.width(0);
  making.require(width % 2 == 0, "an even width");
  ValueId in = making.value(0);
  Shape shape = making.shape(0);
  shape.back() = {width / 2};
  ValueId out = making.make(std::move(shape));
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
  making.require(!making.node.inputs.empty(), "something to put together");
  Shape shape = making.shape(0);
  int64_t width = 0;
  for (std::size_t i = 0; i < making.node.inputs.size(); ++i) {
    Shape own = making.shape(i);
    parts.push_back({making.value(i), making.width(i)});
    width += parts.back().width;
    own.back() = shape.back() = {1};
    making.require(own == shape && making.type(i) == Type::number, "parts of one shape");
  }
  shape.back() = {width};
  ValueId out = making.make(std::move(shape));
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
  making.require(making.type(0) == Type::number && heads > 0, "heads of numbers");
  auto nothing = [](const Frame&) {};
  if (kind == "join_step") {
    making.require(in.size() == 4 && in[1] == Dim{heads} && in[2] == Dim{1}, "a step of heads");
    making.view(0, {in[0], {heads * width}});
    return nothing;
  }
  ValueId from = making.value(0);
  if (kind == "join") {
    making.require(in.size() == 4 && in[1] == Dim{heads}, "heads of a sequence");
    ValueId out = making.make({in[0], in[2], {heads * width}});
    return [=](const Frame& frame) {
      for (int64_t r = 0, rows = frame.rows(out); r < rows; ++r)
        swap_vectors(frame.numbers(from, r), heads, frame.dim(from, 2), width,
                     frame.numbers(out) + r * frame.row_size(out));
    };
  }
  making.require(kind == "split" && (in.size() == 2 || in.size() == 3) && width % heads == 0,
                 "a width that heads can share");
  int64_t own = width / heads;
  if (in.size() == 2) {
    making.view(0, {in[0], {heads}, {1}, {own}});
    return nothing;
  }
  if (heads == 1) {
    making.view(0, {in[0], {1}, in[1], {own}});
    return nothing;
  }
  ValueId out = making.make({in[0], {heads}, in[1], {own}});
  return [=](const Frame& frame) {
    for (int64_t r = 0, rows = frame.rows(out); r < rows; ++r)
      swap_vectors(frame.numbers(from, r), frame.dim(from, 1), heads, own,
                   frame.numbers(out) + r * frame.row_size(out));
  };
}

Instruction make_zero_state(Making& making) {
  int64_t width = making.integer("width");
  making.require(width > 0 && width < 1 << 24, "a width");
  making.value(0);
  ValueId out = making.make({making.shape(0)[0], {width}});
  return [=](const Frame& frame) { std::fill_n(frame.numbers(out), frame.size(out), 0.0F); };
}

}  // namespace heed::engine
