#include "heed/ops/window.h"

#include <ATen/ATen.h>

#include "heed/ops/recorder.h"

namespace heed::ops {
namespace {

// The columns of each window: [B·Tq,W].
Tensor columns_of(const Tensor& begin, int64_t width) {
  return begin.reshape({-1, 1}) + at::arange(width, begin.options());
}

Tensor inside(const Tensor& offset, int64_t before, int64_t after) {
  Tensor near = at::ones_like(offset, at::kBool);
  if (before >= 0) near = near.logical_and(offset >= -before);
  if (after >= 0) near = near.logical_and(offset <= after);
  return near;
}

Tensor bell(const Tensor& offset, double deviation) {
  return at::exp(offset.pow(2) * (-0.5 / (deviation * deviation)));
}

}  // namespace

Tensor positions(const Tensor& x) {
  Tensor y = at::arange(x.size(1), x.options()).unsqueeze(0).expand({x.size(0), x.size(1)});
  record("positions", {x}, {y});
  return y;
}

Tensor shift(const Tensor& x, double by) {
  Tensor y = x + by;
  record("shift", {x}, {y}, {{"by", by}});
  return y;
}

Tensor lengths(const Tensor& mask, const Tensor& like) {
  Tensor y = mask.sum(1).to(like.scalar_type());
  record("lengths", {mask, like}, {y});
  return y;
}

Tensor centre_monotonic(const Tensor& position, const Tensor& length) {
  Tensor y = at::minimum(position, (length - 1).unsqueeze(1));
  record("centre", {position, length}, {y}, {{"kind", std::string("monotonic")}});
  return y;
}

Tensor centre_predicted(const Tensor& x, const Tensor& length) {
  Tensor y = length.unsqueeze(1) * at::sigmoid(x.squeeze(-1));
  record("centre", {x, length}, {y}, {{"kind", std::string("predicted")}});
  return y;
}

Tensor centre_median(const Tensor& weights) {
  Tensor sums = weights.detach().sum(1).cumsum(-1);  // [B,Tk]
  Tensor below = sums < sums.narrow(1, sums.size(1) - 1, 1) * 0.5;
  Tensor y = below.sum(1, /*keepdim=*/true).to(weights.scalar_type());
  record("centre", {weights}, {y}, {{"kind", std::string("median")}});
  return y;
}

Tensor band(const Tensor& mask, const Tensor& centre, int64_t before, int64_t after) {
  Tensor allowed = mask.unsqueeze(1).unsqueeze(1);
  if (centre.defined() && (before >= 0 || after >= 0)) {
    Tensor offset = at::arange(mask.size(1), centre.options()) - centre.detach().unsqueeze(-1);  // [B,Tq,Tk]
    allowed = allowed.logical_and(inside(offset, before, after).unsqueeze(1));
  }
  record("band", {mask, centre}, {allowed}, {{"before", before}, {"after", after}});
  return allowed;
}

Tensor gaussian(const Tensor& weights, const Tensor& centre, double deviation) {
  Tensor offset = at::arange(weights.size(3), centre.options()) - centre.unsqueeze(-1);  // [B,Tq,Tk]
  Tensor y = weights * bell(offset, deviation).unsqueeze(1);
  record("gaussian", {weights, centre}, {y}, {{"deviation", deviation}});
  return y;
}

Tensor band_begin(const Tensor& centre, int64_t before) {
  Tensor begin = at::ceil(centre.detach() - static_cast<double>(before)).to(at::kLong);
  record("band_begin", {centre}, {begin}, {{"before", before}});
  return begin;
}

Tensor gather_band(const Tensor& x, const Tensor& begin, int64_t width) {
  int64_t batch = x.size(0), heads = x.size(1), length = x.size(2), queries = begin.size(1);
  Tensor columns = columns_of(begin, width);  // [B·Tq,W]
  Tensor there = (columns >= 0).logical_and(columns < length).to(x.scalar_type());
  Tensor inside = columns.clamp(0, length - 1), y;
  // Neither way copies the source, whatever the memory layout of its heads.
  if (Tensor by_position = x.transpose(1, 2); by_position.is_contiguous()) {
    Tensor rows = at::arange(batch, begin.options()).repeat_interleave(queries).unsqueeze(1);  // [B·Tq,1]
    Tensor flat = by_position.view({batch * length, heads * x.size(3)});
    y = flat.index_select(0, (rows * length + inside).flatten());
    y = y.view({batch * queries, width, heads, x.size(3)}).transpose(1, 2);
  } else {
    Tensor index = inside.view({batch, 1, queries * width, 1}).expand({-1, heads, -1, x.size(3)});
    y = x.gather(2, index).view({batch, heads, queries, width, x.size(3)}).transpose(1, 2);
    y = y.reshape({batch * queries, heads, width, x.size(3)});
  }
  y = y * there.unsqueeze(1).unsqueeze(-1);
  record("gather_band", {x, begin}, {y}, {{"width", width}});
  return y;
}

Tensor gather_bias(const Tensor& bias, const Tensor& begin, int64_t width) {
  Tensor columns = columns_of(begin, width);  // [B·Tq,W]
  Tensor y = at::zeros(columns.sizes(), at::TensorOptions().dtype(at::kFloat));
  if (bias.defined()) {
    Tensor there = (columns >= 0).logical_and(columns < bias.size(1)).to(bias.scalar_type());
    y = bias.repeat_interleave(begin.size(1), 0).gather(1, columns.clamp(0, bias.size(1) - 1)) * there;
  }
  record("gather_bias", {bias, begin}, {y}, {{"width", width}});
  return y;
}

Tensor gather_mask(const Tensor& mask, const Tensor& centre, const Tensor& begin, int64_t before,
                   int64_t after) {
  int64_t length = mask.size(1);
  Tensor columns = columns_of(begin, before + after + 1);
  Tensor there = (columns >= 0).logical_and(columns < length);
  Tensor own = columns.view({mask.size(0), -1}).clamp(0, length - 1);  // [B,Tq·W]
  Tensor allowed = mask.gather(1, own).view_as(columns).logical_and(there);
  Tensor offset = columns.to(centre.scalar_type()) - centre.detach().reshape({-1, 1});
  allowed = allowed.logical_and(inside(offset, before, after)).unsqueeze(1).unsqueeze(1);
  record("gather_mask", {mask, centre, begin}, {allowed}, {{"before", before}, {"after", after}});
  return allowed;
}

Tensor gather_gaussian(const Tensor& weights, const Tensor& centre, const Tensor& begin, double deviation) {
  Tensor columns = columns_of(begin, weights.size(3)).to(centre.scalar_type());
  Tensor factor = bell(columns - centre.reshape({-1, 1}), deviation);  // [B·Tq,W]
  Tensor y = weights * factor.unsqueeze(1).unsqueeze(1);
  record("gather_gaussian", {weights, centre, begin}, {y}, {{"deviation", deviation}});
  return y;
}

Tensor fold_queries(const Tensor& x) {
  Tensor y = x.transpose(1, 2).reshape({x.size(0) * x.size(2), x.size(1), 1, x.size(3)});
  record("fold_queries", {x}, {y});
  return y;
}

Tensor unfold_queries(const Tensor& x, const Tensor& begin) {
  Tensor y = x.reshape({begin.size(0), begin.size(1), x.size(1), x.size(3)}).transpose(1, 2);
  record("unfold_queries", {x, begin}, {y});
  return y;
}

Tensor spread(const Tensor& weights, const Tensor& begin, const Tensor& keys) {
  int64_t length = keys.size(2);
  Tensor y;
  if (begin.defined()) {
    Tensor columns = columns_of(begin, weights.size(3));  // [B,W]
    Tensor there = (columns >= 0).logical_and(columns < length).unsqueeze(1).to(weights.scalar_type());
    Tensor index = columns.clamp(0, length - 1).unsqueeze(1).expand({-1, weights.size(1), -1});
    y = at::zeros({weights.size(0), weights.size(1), length}, weights.options())
            .scatter_add(2, index, weights.squeeze(2) * there);
  } else {
    y = weights.squeeze(2);
  }
  record("spread", {weights, begin, keys}, {y});
  return y;
}

Tensor no_weights(const Tensor& keys) {
  Tensor y = at::zeros({keys.size(0), keys.size(1), keys.size(2)}, keys.options());
  record("no_weights", {keys}, {y});
  return y;
}

Tensor no_position(const Tensor& keys) {
  Tensor y = at::zeros({keys.size(0), 1}, keys.options());
  record("no_position", {keys}, {y});
  return y;
}

}  // namespace heed::ops
