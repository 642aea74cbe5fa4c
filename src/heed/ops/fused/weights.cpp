#include "heed/ops/fused/weights.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <stdexcept>

#include "heed/kernels/loss.h"
#include "heed/ops/fused.h"
#include "heed/ops/recorder.h"

namespace heed::ops {
namespace {

thread_local Fused* active = nullptr;
thread_local Workspace* active_workspace = nullptr;

// Up to so many rows a layout of one's own beats BLAS, which makes one at every call.
constexpr int64_t kFewRows = 96;

kernels::MatrixView view(const Tensor& matrix) {
  return {matrix.data_ptr<float>(), matrix.size(0), matrix.size(1), matrix.stride(0), matrix.stride(1)};
}

Tensor gradient_of(const Tensor& leaf) {
  if (!leaf.grad().defined())
    throw std::logic_error("a fused operation needs its parameters' gradients to be there");
  return leaf.grad();
}

}  // namespace

float* Rows::take(int64_t rows, int64_t columns) {
  int64_t capacity = buffer_.defined() ? buffer_.size(0) : 0;
  if (used_ + rows > capacity || buffer_.size(1) != columns) {
    Tensor larger =
        at::empty({std::max(2 * capacity, 16 * rows), columns}, at::TensorOptions().dtype(at::kFloat));
    if (used_ > 0) larger.narrow(0, 0, used_).copy_(buffer_.narrow(0, 0, used_));
    buffer_ = larger;
  }
  float* at = buffer_.data_ptr<float>() + used_ * columns;
  used_ += rows;
  return at;
}

void Rows::append(const Tensor& rows) {
  std::copy_n(rows.data_ptr<float>(), rows.numel(), take(rows.size(0), rows.size(1)));
}

Tensor Rows::all() const {
  return buffer_.narrow(0, 0, used_);
}

void SharedWeight::forward(const Tensor& x, const Tensor& y, bool add) {
  if (x.size(0) > kFewRows) {
    Tensor out = y;
    add ? out.addmm_(x, leaf_.t()) : at::mm_out(out, x, leaf_.t());
    return;
  }
  if (!std::exchange(forward_made_, true)) forward_.pack(view(leaf_).transposed());
  kernels::multiply(view(x), forward_, y.data_ptr<float>(), y.stride(0), add);
}

void SharedWeight::backward(const Tensor& dy, const Tensor& dx, bool add) {
  if (dy.size(0) > kFewRows) {
    Tensor out = dx;
    add ? out.addmm_(dy, leaf_) : at::mm_out(out, dy, leaf_);
    return;
  }
  if (!std::exchange(backward_made_, true)) backward_.pack(view(leaf_));
  kernels::multiply(view(dy), backward_, dx.data_ptr<float>(), dx.stride(0), add);
}

void SharedWeight::add_gradient(const Tensor& dy, const Tensor& x, double factor) {
  gradient_of(leaf_).addmm_(dy.t(), x, 1, factor);
}

void SharedWeight::collect(const Tensor& dy, const Tensor& x) {
  if (dy.size(0) > kFewRows) return add_gradient(dy, x);
  outputs_.append(dy);
  inputs_.append(x);
}

void SharedWeight::forget() {
  forward_made_ = backward_made_ = false;
  outputs_.clear();
  inputs_.clear();
}

void SharedWeight::finish() {
  if (!outputs_.empty()) add_gradient(outputs_.all(), inputs_.all());
  outputs_.clear();
  inputs_.clear();
}

void SharedCell::collect(const Tensor& d_sums, const Tensor& d_hidden, const Tensor& x,
                         const Tensor& before) {
  sums_.append(d_sums);
  if (d_hidden.defined()) hidden_sums_.append(d_hidden);
  inputs_.append(x);
  states_.append(before);
}

void SharedCell::finish() {
  if (!sums_.empty()) {
    input_.add_gradient(sums_.all(), inputs_.all());
    hidden_.add_gradient(hidden_sums_.empty() ? sums_.all() : hidden_sums_.all(), states_.all());
  }
  clear();
}

void SharedCell::clear() {
  sums_.clear();
  hidden_sums_.clear();
  inputs_.clear();
  states_.clear();
}

void add_bias_gradient(const Tensor& bias, const Tensor& dy) {
  kernels::add_columns(dy.data_ptr<float>(), dy.size(0), dy.size(1), 1, gradient_of(bias).data_ptr<float>());
}

Workspace::Workspace() = default;
Workspace::~Workspace() = default;

SharedWeight& Workspace::weight(const Tensor& leaf) {
  auto& weight = weights_[leaf.unsafeGetTensorImpl()];
  if (!weight) weight = std::make_unique<SharedWeight>(leaf);
  return *weight;
}

SharedCell& Workspace::cell(const Tensor& input, const Tensor& hidden) {
  auto& cell = cells_[input.unsafeGetTensorImpl()];
  if (!cell) cell = std::make_unique<SharedCell>(weight(input), weight(hidden));
  return *cell;
}

Fused::Fused(Workspace& workspace) : workspace_(workspace) {
  if (active != nullptr) throw std::logic_error("this thread's operations are fused already");
  for (auto& [leaf, weight] : workspace_.weights_) weight->forget();
  for (auto& [leaf, cell] : workspace_.cells_) cell->clear();
  active = this;
  active_workspace = &workspace;
}

Fused::~Fused() {
  active = nullptr;
  active_workspace = nullptr;
}

void Fused::finish() {
  at::NoGradGuard no_gradient;
  for (auto& [leaf, weight] : workspace_.weights_) weight->finish();
  for (auto& [leaf, cell] : workspace_.cells_) cell->finish();
}

Workspace* Fused::workspace_for(const Tensor& x) {
  if (active == nullptr || x.scalar_type() != at::kFloat || !at::GradMode::is_enabled()) return nullptr;
  return Recorder::active() == nullptr ? active_workspace : nullptr;
}

}  // namespace heed::ops
