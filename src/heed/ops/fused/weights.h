// Parameters as one update uses them.
#pragma once

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

// Rows that come in parts and are wanted as one matrix. Its memory is kept.
class Rows {
 public:
  // Room for more rows, at the end; valid until the next call.
  float* take(int64_t rows, int64_t columns);
  void append(const Tensor& rows);  // [N,D]
  Tensor all() const;               // [Σ N, D], a view
  bool empty() const { return used_ == 0; }
  void clear() { used_ = 0; }

 private:
  Tensor buffer_;
  int64_t used_ = 0;
};

// A weight [O,I]. Its products use a layout that is made once per update.
class SharedWeight {
 public:
  SharedWeight(const Tensor& leaf, Precision precision, Layouts& layouts);

  // y [N,O] = or += x Wᵀ
  void forward(const Tensor& x, const Tensor& y, bool add);
  // dx [N,I] = or += dy W
  void backward(const Tensor& dy, const Tensor& dx, bool add);
  // dW += dyᵀ x at once.
  void add_gradient(const Tensor& dy, const Tensor& x);
  // The same, at once if it is worth it, else together with all other steps.
  void collect(const Tensor& dy, const Tensor& x);

  void forget();  // what was made of the weights, and collected
  void finish();

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
};

// A cell's two weights: its steps share the gradients of their sums.
class SharedCell {
 public:
  SharedCell(SharedWeight& input, SharedWeight& hidden) : input_(input), hidden_(hidden) {}

  // The gradients of one step's sums [B,G·D], beside x [B,I] and h' [B,D]; `d_hidden` is given if U's sums
  // have gradients of their own.
  void collect(const Tensor& d_sums, const Tensor& d_hidden, const Tensor& x, const Tensor& before);
  void finish();
  void clear();

 private:
  SharedWeight &input_, &hidden_;
  Rows sums_, hidden_sums_, inputs_, states_;
};

// grad += the sum of dy's rows.
void add_bias_gradient(const Tensor& bias, const Tensor& dy);

}  // namespace heed::ops
