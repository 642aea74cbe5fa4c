// The pointwise parts of recurrent cells: one step of `rows` rows each, forward and backward. Matrices are
// row-major and contiguous; D = width. A row that is not `present` (padding) keeps its state and passes its
// gradient through. A null `present` means that all rows are present.
#pragma once

#include <cstdint>

namespace heed::kernels {

struct StepShape {
  int64_t rows = 0, width = 0;
  const bool* present = nullptr;  // [rows]
};

// Input: gates [rows,4D] hold W x + U h' without biases. Output: σ(i), σ(f), tanh(g), σ(o).
struct LstmForward {
  const float *bias, *hidden_bias;   // [4D]
  const float *h_before, *c_before;  // [rows,D]
  float *gates, *h, *c;
};
void lstm_forward(const StepShape& shape, const LstmForward& step);

// Turns the gradients of h and c into those of the gates' sums, of c', and the part of that of h' that
// bypasses the cell. The caller adds d_sums · U to the latter.
struct LstmBackward {
  const float *gates, *c_before, *c;  // as lstm_forward left them
  const float *dh, *dc;               // [rows,D]; null = zero
  float* d_sums;                      // [rows,4D]
  float *dh_before, *dc_before;       // [rows,D]
};
void lstm_backward(const StepShape& shape, const LstmBackward& step);

// The GRU that resets after the product. Input: `input` [rows,3D] holds W x, `hidden` [rows,3D] holds U h',
// both without biases. Output: `input` holds r, z, n, and the last third of `hidden` holds U h' + b'.
struct GruForward {
  const float *bias, *hidden_bias;  // [3D]
  const float* h_before;            // [rows,D]
  float *input, *hidden, *h;
};
void gru_forward(const StepShape& shape, const GruForward& step);

struct GruBackward {
  const float *input, *hidden, *h_before;  // as gru_forward left them
  const float* dh;                         // [rows,D]
  float *d_input, *d_hidden;               // [rows,3D]
  float* dh_before;                        // [rows,D], without d_hidden · U
};
void gru_backward(const StepShape& shape, const GruBackward& step);

}  // namespace heed::kernels
