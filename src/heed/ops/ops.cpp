#include "heed/ops/ops.h"

#include <ATen/ATen.h>

#include <cmath>
#include <stdexcept>

#include "heed/graph/operations/constants.h"
#include "heed/graph/operations/ngram_hash.h"
#include "heed/ops/fused/functions.h"

namespace heed::ops {
namespace {

Tensor zero_padding(const Tensor& x, const Tensor& mask) {  // [B,T,D], [B,T]
  return x * mask.unsqueeze(-1).to(x.scalar_type());
}

}  // namespace

Tensor embedding(const Tensor& table, const Tensor& ids) {
  if (Fused::workspace_for(table)) return fused::embedding(table, ids);
  Tensor y = at::embedding(table, ids);
  record("embedding", {table, ids}, {y});
  return y;
}

Tensor linear(const Tensor& x, const Tensor& weight, const Tensor& bias) {
  if (Workspace* workspace = Fused::workspace_for(x)) return fused::linear(*workspace, x, weight, bias);
  Tensor y = at::linear(x, weight, bias);
  record("linear", {x, weight, bias}, {y});
  return y;
}

Tensor tanh(const Tensor& x) {
  Tensor y = at::tanh(x);
  record("activation", {x}, {y}, {{"kind", std::string("tanh")}});
  return y;
}

Tensor relu(const Tensor& x) {
  Tensor y = at::relu(x);
  record("activation", {x}, {y}, {{"kind", std::string("relu")}});
  return y;
}

Tensor sigmoid(const Tensor& x) {
  Tensor y = at::sigmoid(x);
  record("activation", {x}, {y}, {{"kind", std::string("sigmoid")}});
  return y;
}

Tensor scale(const Tensor& x, const Tensor& factor) {
  Tensor y = x * factor;
  record("scale", {x, factor}, {y});
  return y;
}

Tensor unit(const Tensor& x) {
  Tensor y = x / (x.pow(2).sum(-1, true) + constants::kUnitSquares).sqrt();
  record("unit", {x}, {y});
  return y;
}

Tensor layer_norm(const Tensor& x, const Tensor& gain, const Tensor& bias) {
  Tensor y = at::layer_norm(x, {x.size(-1)}, gain, bias, constants::kLayerNormVariance);
  record("layer_norm", {x, gain, bias}, {y});
  return y;
}

Tensor mean_over_time(const Tensor& x, const Tensor& mask) {
  Tensor count = mask.sum(1, true).clamp_min(1).to(x.scalar_type());
  Tensor y = zero_padding(x, mask).sum(1) / count;
  record("mean_over_time", {x, mask}, {y});
  return y;
}

Tensor sum_over_time(const Tensor& x, const Tensor& mask) {
  Tensor y = zero_padding(x, mask).sum(1);
  record("sum_over_time", {x, mask}, {y});
  return y;
}

Tensor broadcast(const Tensor& like, const Tensor& vector) {
  Tensor y = vector.unsqueeze(0).expand({like.size(0), vector.size(0)}).contiguous();
  record("broadcast", {like, vector}, {y});
  return y;
}

Tensor ngram_scores(const Tensor& table, const Tensor& ids, const Tensor& mask, int64_t order) {
  int64_t rows = ids.size(0), length = ids.size(1);
  Tensor lengths = mask.sum(1), numbers = ids.contiguous();
  std::vector<int64_t> cells, entries;
  for (int64_t b = 0; b < rows; ++b) {
    const int64_t* own = numbers.data_ptr<int64_t>() + b * length;
    each_ngram(own, lengths[b].item<int64_t>(), order, table.size(0), [&](int64_t position, int64_t row) {
      cells.push_back(b * length + position);
      entries.push_back(row);
    });
  }
  Tensor y = at::zeros({rows * length, table.size(1)}, table.options());
  if (!cells.empty()) {
    auto index = [](const std::vector<int64_t>& values) { return at::tensor(values, at::kLong); };
    y = y.index_add(0, index(cells), table.index_select(0, index(entries)));
  }
  y = y.view({rows, length, table.size(1)});
  record("ngram_scores", {table, ids, mask}, {y}, {{"order", order}});
  return y;
}

Tensor keep_real(const Tensor& x, const Tensor& mask) {
  Tensor y = zero_padding(x, mask);
  record("keep_real", {x, mask}, {y});
  return y;
}

Tensor neighbours(const Tensor& x, const Tensor& mask, int64_t width) {
  Tensor padded = at::constant_pad_nd(zero_padding(x, mask), {0, 0, width / 2, width / 2});
  std::vector<Tensor> parts;
  for (int64_t i = 0; i < width; ++i) parts.push_back(padded.narrow(1, i, x.size(1)));
  Tensor y = at::cat(parts, -1);
  record("neighbours", {x, mask}, {y}, {{"width", width}});
  return y;
}

Tensor add_positions(const Tensor& x) {
  int64_t length = x.size(1), width = x.size(2);
  Tensor position = at::arange(length, x.options()).unsqueeze(1);
  Tensor pair =
      at::arange(0, width, 2, x.options()) * (-std::log(constants::kWaveLength) / static_cast<double>(width));
  Tensor angle = position * at::exp(pair);  // [T,⌈D/2⌉]
  Tensor waves = at::stack({at::sin(angle), at::cos(angle)}, -1).flatten(1).narrow(1, 0, width);
  Tensor y = x * std::sqrt(static_cast<double>(width)) + waves;
  record("add_positions", {x}, {y});
  return y;
}

Tensor append(const Tensor& cache, const Tensor& next) {
  Tensor y = at::cat({cache, next}, 2);
  record("append", {cache, next}, {y});
  return y;
}

Tensor everywhere(const Tensor& scores) {
  Tensor y = at::ones({scores.size(0), 1, 1, scores.size(3)}, scores.options().dtype(at::kBool));
  record("everywhere", {scores}, {y});
  return y;
}

Strided every_nth(const Tensor& x, const Tensor& mask, int64_t stride) {
  Tensor index = at::arange(0, x.size(1), stride, at::TensorOptions().dtype(at::kLong));
  Strided y{x.index_select(1, index), mask.index_select(1, index)};
  record("every_nth", {x, mask}, {y.x, y.mask}, {{"stride", stride}});
  return y;
}

Tensor mean_of_parts(const Tensor& x, const Tensor& part, const Tensor& mask) {
  Tensor parts = at::arange(mask.size(1), part.options());
  Tensor member = (part.unsqueeze(1) == parts.unsqueeze(0).unsqueeze(-1)).logical_and(mask.unsqueeze(-1));
  Tensor share = member.to(x.scalar_type());  // [B,S,T]
  Tensor y = at::matmul(share, x) / share.sum(-1, true).clamp_min(1);
  record("mean_of_parts", {x, part, mask}, {y});
  return y;
}

Tensor unfold_rows(const Tensor& x, const Tensor& mask) {
  Tensor y = x.unflatten(0, mask.sizes());
  record("unfold_rows", {x, mask}, {y});
  return y;
}

Tensor add(const Tensor& a, const Tensor& b) {
  Tensor y = a + b;
  record("add", {a, b}, {y});
  return y;
}

Tensor maxout(const Tensor& x) {
  std::vector<int64_t> shape = x.sizes().vec();
  shape.back() /= 2;
  shape.push_back(2);
  Tensor y = x.reshape(shape).amax(-1);
  record("maxout", {x}, {y});
  return y;
}

Tensor concat(const std::vector<Tensor>& parts) {
  Tensor y = at::cat(parts, -1);
  record("concat", parts, std::vector<Tensor>{y});
  return y;
}

Tensor log_softmax(const Tensor& x) {
  Tensor y = at::log_softmax(x, -1);
  record("log_softmax", {x}, {y});
  return y;
}

Tensor split_heads(const Tensor& x, int64_t heads) {
  int64_t width = x.size(-1) / heads;
  Tensor y = x.dim() == 2 ? x.reshape({x.size(0), heads, 1, width})
                          : x.reshape({x.size(0), x.size(1), heads, width}).transpose(1, 2);
  // One head of a contiguous tensor would be a mere view of x; a value of the graph needs an identity of its
  // own.
  if (y.is_same(x)) y = y.alias();
  record("heads", {x}, {y}, {{"heads", heads}, {"kind", std::string("split")}});
  return y;
}

Tensor join_heads(const Tensor& x) {
  Tensor y = x.transpose(1, 2).reshape({x.size(0), x.size(2), x.size(1) * x.size(3)});
  record("heads", {x}, {y}, {{"heads", x.size(1)}, {"kind", std::string("join")}});
  return y;
}

Tensor join_heads_step(const Tensor& x) {
  Tensor y = x.reshape({x.size(0), x.size(1) * x.size(3)});
  record("heads", {x}, {y}, {{"heads", x.size(1)}, {"kind", std::string("join_step")}});
  return y;
}

Tensor dropout(const Tensor& x, double rate, const Random& random, const std::vector<int64_t>& shape) {
  if (Recorder::active() != nullptr)
    throw std::logic_error("dropout belongs to training and cannot be recorded");
  Tensor mask = at::empty(shape, at::TensorOptions().dtype(at::kFloat));
  float* out = mask.data_ptr<float>();
  auto scale = static_cast<float>(1.0 / (1.0 - rate));
  auto limit = static_cast<uint32_t>(rate * 4294967296.0);
  for (int64_t i = 0; i < mask.numel(); i += 4) {
    auto words = random.block(static_cast<uint64_t>(i / 4));
    for (int64_t j = 0; j < 4 && i + j < mask.numel(); ++j) {
      out[i + j] = words[static_cast<std::size_t>(j)] < limit ? 0.0F : scale;
    }
  }
  return x * mask.to(x.scalar_type());
}

Tensor output_loss(const Tensor& x, const Tensor& weight, const Tensor& bias, const Tensor& targets,
                   const Tensor& mask, double smoothing) {
  if (Workspace* workspace = Fused::workspace_for(x))
    return fused::output_loss(*workspace, x, weight, bias, targets, mask, smoothing);
  return cross_entropy(at::linear(x, weight, bias), targets, mask, smoothing);
}

Tensor cross_entropy(const Tensor& logits, const Tensor& targets, const Tensor& mask, double smoothing) {
  Tensor log_probs = at::log_softmax(logits, -1);
  Tensor gain = log_probs.gather(-1, targets.unsqueeze(-1)).squeeze(-1);
  if (smoothing > 0) gain = gain * (1 - smoothing) + log_probs.mean(-1) * smoothing;
  return -(gain * mask.to(logits.scalar_type())).sum();
}

}  // namespace heed::ops
