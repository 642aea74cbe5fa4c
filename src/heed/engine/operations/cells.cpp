#include "heed/engine/operations/cells.h"

#include <algorithm>

#include "heed/kernels/cells.h"
#include "heed/kernels/pointwise.h"

namespace heed::engine {
Cell::Cell(const NodeBuilder& node, const std::string& kind, std::size_t first) : kind_(kind) {
  bool simple = kind == "simple_tanh" || kind == "simple_relu";
  bool gru = kind == "gru" || kind == "gru_reset_before", lstm = kind == "lstm" || kind == "peephole_lstm";
  gates_ = simple ? 1 : gru ? 3 : 4;
  states_ = lstm ? 2 : 1;
  MatrixSize hidden = node.matrix(first + 1);
  width_ = hidden.inputs;
  if (node.has(first)) {
    input_ = node.product(first);
  }
  if (kind == "gru_reset_before") {
    hidden_ = node.product(first + 1, 0, 2 * width_);
    candidate_ = node.product(first + 1, 2 * width_, width_);
  } else {
    hidden_ = node.product(first + 1);
  }
  input_bias_ = node.numbers(first + 2);
  hidden_bias_ = node.numbers(first + 3);
  peephole_ = node.numbers(first + 4);
}

void Cell::step(const Step& step) const {
  kernels::StepShape shape{step.rows, width_, nullptr};
  if (kind_ == "lstm") {
    hidden_->add(step.h_before, step.rows, step.sums);
    kernels::lstm_forward(
        shape, {input_bias_, hidden_bias_, step.h_before, step.c_before, step.sums, step.h, step.c});
  } else if (kind_ == "gru") {
    hidden_->multiply(step.h_before, step.rows, step.scratch);
    kernels::gru_forward(shape, {input_bias_, hidden_bias_, step.h_before, step.sums, step.scratch, step.h});
  } else if (kind_ == "gru_reset_before") {
    gru_reset_before(step);
  } else if (kind_ == "peephole_lstm") {
    peephole_lstm(step);
  } else {
    simple(step);
  }
}

void Cell::add_biases(float* sums, int64_t rows) const {
  int64_t columns = gates();
  for (int64_t r = 0; r < rows; ++r) {
    for (int64_t i = 0; i < columns; ++i) sums[r * columns + i] += input_bias_[i] + hidden_bias_[i];
  }
}

void Cell::simple(const Step& step) const {
  hidden_->add(step.h_before, step.rows, step.sums);
  add_biases(step.sums, step.rows);
  (kind_ == "simple_relu" ? kernels::relu : kernels::tanh)(step.sums, step.rows * width_, step.h);
}

void Cell::gru_reset_before(const Step& step) const {
  int64_t d = width_, rows = step.rows;
  float *gates = step.scratch, *seen = step.h;  // what the candidate sees of h', before h is made there
  add_biases(step.sums, rows);
  hidden_->multiply(step.h_before, rows, gates);  // [rows,2D]
  for (int64_t r = 0; r < rows; ++r) {
    for (int64_t i = 0; i < 2 * d; ++i) gates[r * 2 * d + i] += step.sums[r * 3 * d + i];
  }
  kernels::sigmoid(gates, rows * 2 * d, gates);
  for (int64_t r = 0; r < rows; ++r) {
    for (int64_t i = 0; i < d; ++i) seen[r * d + i] = gates[r * 2 * d + i] * step.h_before[r * d + i];
  }
  float* candidate = step.scratch + rows * 2 * d;  // [rows,D]
  candidate_->multiply(seen, rows, candidate);
  for (int64_t r = 0; r < rows; ++r) {
    for (int64_t i = 0; i < d; ++i) candidate[r * d + i] += step.sums[r * 3 * d + 2 * d + i];
  }
  kernels::tanh(candidate, rows * d, candidate);
  for (int64_t r = 0; r < rows; ++r) {
    for (int64_t i = 0; i < d; ++i) {
      float z = gates[r * 2 * d + d + i], n = candidate[r * d + i];
      step.h[r * d + i] = n + z * (step.h_before[r * d + i] - n);
    }
  }
}

void Cell::peephole_lstm(const Step& step) const {
  int64_t d = width_;
  hidden_->add(step.h_before, step.rows, step.sums);
  add_biases(step.sums, step.rows);
  for (int64_t r = 0; r < step.rows; ++r) {
    float *gates = step.sums + r * 4 * d, *h = step.h + r * d, *c = step.c + r * d;
    const float* before = step.c_before + r * d;
    for (int64_t i = 0; i < 2 * d; ++i) gates[i] += peephole_[i] * before[i % d];
    kernels::sigmoid(gates, 2 * d, gates);
    kernels::tanh(gates + 2 * d, d, gates + 2 * d);
    for (int64_t i = 0; i < d; ++i) c[i] = gates[d + i] * before[i] + gates[i] * gates[2 * d + i];
    for (int64_t i = 0; i < d; ++i) gates[3 * d + i] += peephole_[2 * d + i] * c[i];
    kernels::sigmoid(gates + 3 * d, d, gates + 3 * d);
    kernels::tanh(c, d, h);
    for (int64_t i = 0; i < d; ++i) h[i] *= gates[3 * d + i];
  }
}

}  // namespace heed::engine
