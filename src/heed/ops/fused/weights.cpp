#include "heed/ops/fused/weights.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

#include "heed/kernels/large_product.h"
#include "heed/kernels/loss.h"
#include "heed/ops/fused.h"
#include "heed/ops/recorder.h"

namespace heed::ops {
namespace {

thread_local Workspace* active = nullptr;

// Products of this many rows cover all steps at once: oneDNN is as fast as a layout of our own, which would
// only take memory, and their gradient is a product of its own.
constexpr int64_t kManyRows = 96;

kernels::MatrixView view(const Tensor& matrix) {
  return {matrix.data_ptr<float>(), matrix.size(0), matrix.size(1), matrix.stride(0), matrix.stride(1)};
}

// x [N,D] in bf16, in one of two buffers that are reused by later calls.
kernels::Bf16View rounded(const Tensor& x, std::size_t buffer) {
  thread_local std::array<std::vector<uint16_t>, 2> buffers;
  std::vector<uint16_t>& half = buffers[buffer];
  half.resize(static_cast<std::size_t>(x.numel()));
  kernels::round_to_bf16(x.data_ptr<float>(), x.numel(), half.data());
  return {half.data(), x.size(0), x.size(1), x.size(1), 1};
}

}  // namespace

Tensor gradient_of(const Tensor& leaf) {
  if (!leaf.grad().defined()) leaf.mutable_grad() = at::zeros_like(leaf.detach());
  return leaf.grad();
}

void Rows::append(const Tensor& rows) {
  int64_t count = rows.size(0), columns = rows.size(1);
  if (!buffer_.defined() || used_ + count > capacity_) {
    capacity_ = std::max(used_ + count, used_ > 0 ? 2 * capacity_ : capacity_);
    Tensor larger = at::empty({capacity_, columns}, rows.options());
    if (used_ > 0) larger.narrow(0, 0, used_).copy_(buffer_.narrow(0, 0, used_));
    buffer_ = larger;
  }
  std::copy_n(rows.data_ptr<float>(), rows.numel(), buffer_.data_ptr<float>() + used_ * columns);
  used_ += count;
}

Tensor Rows::all() const {
  return buffer_.narrow(0, 0, used_);
}

void Rows::clear() {
  if (used_ > 0) capacity_ = used_;
  used_ = 0;
  buffer_.reset();
}

SharedWeight::SharedWeight(const Tensor& leaf, Precision precision, Layouts& layouts)
    : leaf_(leaf),
      precision_(precision),
      forward_(&layouts.entry({leaf.data_ptr(), true})),
      backward_(&layouts.entry({leaf.data_ptr(), false})) {}

// The first worker that needs the layout makes it; others wait and then use the same.
const kernels::PackedMatrix& SharedWeight::laid_out(bool forward) {
  Layouts::Entry& entry = forward ? *forward_ : *backward_;
  std::lock_guard lock(entry.mutex);
  if (!std::exchange(entry.made, true)) {
    entry.weights = forward ? view(leaf_).transposed() : view(leaf_);
    entry.packed.pack(entry.weights);
  }
  return entry.packed;
}

kernels::PackedBf16& SharedWeight::rounded_layout(bool forward) {
  Half& layout = forward ? half_forward_ : half_backward_;
  if (std::exchange(layout.made, true)) return layout.packed;
  if (half_.empty()) {
    half_.resize(static_cast<std::size_t>(leaf_.numel()));
    kernels::round_to_bf16(leaf_.data_ptr<float>(), leaf_.numel(), half_.data());
  }
  kernels::Bf16View half{half_.data(), leaf_.size(0), leaf_.size(1), leaf_.size(1), 1};
  layout.packed.pack(forward ? half.transposed() : half);
  return layout.packed;
}

void SharedWeight::multiply(bool forward, const Tensor& x, const Tensor& y, bool add) {
  if (precision_ == Precision::bf16)
    return kernels::multiply(rounded(x, 0), rounded_layout(forward), y.data_ptr<float>(), y.stride(0), add);
  if (x.size(0) < kManyRows)
    return kernels::multiply(view(x), laid_out(forward).panels(), {y.data_ptr<float>(), y.stride(0), add});
  kernels::MatrixView matrix = forward ? view(leaf_).transposed() : view(leaf_);
  kernels::multiply(view(x), matrix, y.data_ptr<float>(), y.stride(0), add);
}

void SharedWeight::forward(const Tensor& x, const Tensor& y, bool add) {
  multiply(true, x, y, add);
}

void SharedWeight::backward(const Tensor& dy, const Tensor& dx, bool add) {
  multiply(false, dy, dx, add);
}

void SharedWeight::keep(const Tensor& dy, const Tensor& x) {
  products_.push_back({dy, x});
}

void SharedWeight::collect(const Tensor& dy, const Tensor& x) {
  if (dy.size(0) >= kManyRows) return keep(dy, x);
  outputs_.append(dy);
  inputs_.append(x);
}

void SharedWeight::forget() {
  half_forward_.made = half_backward_.made = false;
  half_.clear();
}

void SharedWeight::finish() {
  if (!outputs_.empty()) keep(outputs_.all(), inputs_.all());
}

void SharedWeight::add_products(const Tensor& gradient, int64_t begin, int64_t end) const {
  Tensor rows = gradient.narrow(0, begin, end - begin);
  for (const auto& [dy, x] : products_) {
    Tensor columns = dy.narrow(1, begin, end - begin);
    if (precision_ == Precision::fp32)
      kernels::multiply(view(columns).transposed(), view(x), rows.data_ptr<float>(), rows.stride(0), true);
    else
      kernels::multiply(rounded(columns.contiguous(), 0).transposed(), rounded(x, 1), rows.data_ptr<float>(),
                        rows.stride(0), true);
  }
}

void SharedWeight::forget_products() {
  products_.clear();
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
    input_.keep(sums_.all(), inputs_.all());
    hidden_.keep(hidden_sums_.empty() ? sums_.all() : hidden_sums_.all(), states_.all());
  }
}

void SharedCell::clear() {
  sums_.clear();
  hidden_sums_.clear();
  inputs_.clear();
  states_.clear();
}

void add_bias_gradients(std::initializer_list<Tensor> biases, const Tensor& dy) {
  thread_local std::vector<float> sum;
  sum.assign(static_cast<std::size_t>(dy.size(1)), 0);
  kernels::add_columns(dy.data_ptr<float>(), dy.size(0), dy.size(1), 1, sum.data());
  for (const Tensor& bias : biases)
    kernels::add_columns(sum.data(), 1, dy.size(1), 1, gradient_of(bias).data_ptr<float>());
}

Layouts::Layouts() = default;
Layouts::~Layouts() = default;

void Layouts::forget() {
  for (auto& [key, entry] : entries_) entry->made = false;
}

void Layouts::remake(int64_t worker, int64_t workers) {
  for (auto& [key, entry] : entries_)
    if (entry->made) entry->packed.pack_part(entry->weights, worker, workers);
}

Layouts::Entry& Layouts::entry(const Key& key) {
  std::lock_guard lock(mutex_);
  auto& entry = entries_[key];
  if (!entry) entry = std::make_unique<Entry>();
  return *entry;
}

Workspace::Workspace(Precision precision, std::shared_ptr<Layouts> layouts)
    : precision_(precision),
      shares_(layouts != nullptr),
      layouts_(shares_ ? std::move(layouts) : std::make_shared<Layouts>()) {}
Workspace::~Workspace() = default;

SharedWeight& Workspace::weight(const Tensor& leaf) {
  auto& weight = weights_[leaf.data_ptr()];
  if (!weight) weight = std::make_unique<SharedWeight>(leaf, precision_, *layouts_);
  return *weight;
}

SharedCell& Workspace::cell(const Tensor& input, const Tensor& hidden) {
  auto& cell = cells_[input.data_ptr()];
  if (!cell) cell = std::make_unique<SharedCell>(weight(input), weight(hidden));
  return *cell;
}

void Workspace::add_products(const Tensor& leaf, int64_t begin, int64_t end) {
  at::NoGradGuard no_gradient;
  auto found = weights_.find(leaf.data_ptr());
  if (found != weights_.end()) found->second->add_products(gradient_of(leaf), begin, end);
}

void Workspace::forget_products() {
  for (auto& [data, weight] : weights_) weight->forget_products();
  for (auto& [data, cell] : cells_) cell->clear();
}

Fused::Fused(Workspace& workspace) : workspace_(workspace) {
  if (active != nullptr) throw std::logic_error("this thread's operations are fused already");
  if (!workspace_.shares_) workspace_.layouts_->forget();
  for (auto& [data, weight] : workspace_.weights_) weight->forget();
  workspace_.forget_products();
  active = &workspace;
}

Fused::~Fused() {
  active = nullptr;
}

void Fused::finish() {
  for (auto& [data, cell] : workspace_.cells_) cell->finish();
  for (auto& [data, weight] : workspace_.weights_) weight->finish();
  if (workspace_.shares_) return;
  for (auto& [data, weight] : workspace_.weights_)
    workspace_.add_products(weight->leaf(), 0, weight->leaf().size(0));
  workspace_.forget_products();
}

Workspace* Fused::workspace_for(const Tensor& x) {
  if (active == nullptr || x.scalar_type() != at::kFloat || !at::GradMode::is_enabled()) return nullptr;
  return Recorder::active() == nullptr ? active : nullptr;
}

}  // namespace heed::ops
