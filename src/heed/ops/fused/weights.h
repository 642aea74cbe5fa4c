// Parameters in the form that one update uses.
#pragma once

#include <initializer_list>
#include <vector>

#include "heed/kernels/bf16.h"
#include "heed/kernels/product.h"
#include "heed/ops/fused.h"
#include "heed/ops/recurrent.h"
#include "heed/ops/tensor.h"

namespace heed::ops {

struct Layouts::Entry {
  std::mutex mutex;
  bool made = false;
  kernels::MatrixView weights;
  kernels::PackedMatrix packed;
};

// Collects rows that come in parts and are needed as one matrix. It reserves as many rows as there were the
// last time.
class Rows {
 public:
  void append(const Tensor& rows);  // [N,D]
  Tensor all() const;               // [Σ N, D], a view
  bool empty() const { return used_ == 0; }
  void clear();

 private:
  Tensor buffer_;
  int64_t used_ = 0, capacity_ = 0;
};

// A weight [O,I]. Products of few rows, and all products in bf16, use a layout that is made once for each
// update.
class SharedWeight {
 public:
  SharedWeight(const Tensor& leaf, Precision precision, Layouts& layouts);

  // y [N,O] = x Wᵀ, or += with `add`.
  void forward(const Tensor& x, const Tensor& y, bool add);
  // dx [N,I] = dy W, or += with `add`.
  void backward(const Tensor& dy, const Tensor& dx, bool add);
  // Records that dW += dyᵀ x must be computed later. Keeps both tensors.
  void keep(const Tensor& dy, const Tensor& x);
  // Like keep(), but copies small tensors, so that they form one product with those of other steps.
  void collect(const Tensor& dy, const Tensor& x);

  void forget();  // discards everything derived from the weights
  void finish();  // to be called when nothing more will be collected
  void add_products(const Tensor& gradient, int64_t begin, int64_t end) const;
  void forget_products();
  const Tensor& leaf() const { return leaf_; }

 private:
  void multiply(bool forward, const Tensor& x, const Tensor& y, bool add);
  const kernels::PackedMatrix& laid_out(bool forward);
  kernels::PackedBf16& rounded_layout(bool forward);

  Tensor leaf_;
  Precision precision_;
  Layouts::Entry *forward_, *backward_;
  struct Half {
    bool made = false;
    kernels::PackedBf16 packed;
  };
  Half half_forward_, half_backward_;
  std::vector<uint16_t> half_;  // the weight in bf16; empty until it is needed
  Rows outputs_, inputs_;
  struct Product {
    Tensor dy, x;  // [N,O], [N,I]
  };
  std::vector<Product> products_;
};

// The two weights of a cell, whose steps share the gradients of their sums.
class SharedCell {
 public:
  SharedCell(SharedWeight& input, SharedWeight& hidden) : input_(input), hidden_(hidden) {}

  // Records the gradients of one step's sums [B,G·D], with its x [B,I] and h' [B,D]. `d_hidden` is given if
  // the sums of U have gradients of their own.
  void collect(const Tensor& d_sums, const Tensor& d_hidden, const Tensor& x, const Tensor& before);
  void finish();
  void clear();

 private:
  SharedWeight &input_, &hidden_;
  Rows sums_, hidden_sums_, inputs_, states_;
};

// The gradient of a leaf, which is created if it does not exist.
Tensor gradient_of(const Tensor& leaf);
// For each bias: grad += the sum of the rows of dy.
void add_bias_gradients(std::initializer_list<Tensor> biases, const Tensor& dy);

}  // namespace heed::ops
