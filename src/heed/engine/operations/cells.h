// Computes one step of a recurrent cell of any kind (ops/recurrent.h has the equations).
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "heed/engine/builder.h"

namespace heed::engine {

class Cell {
 public:
  // Reads the inputs of the node from `first` on: input and hidden weights, their biases, peephole. Without
  // input weights, the caller provides the sums.
  Cell(const NodeBuilder& node, const std::string& kind, std::size_t first);

  int64_t width() const { return width_; }
  int64_t gates() const { return gates_ * width_; }  // columns of the sums
  bool projects() const { return input_ != nullptr; }
  int64_t inputs() const { return projects() ? input_->inputs() : gates(); }
  int64_t states() const { return states_; }

  // Computes the contribution of the input to the sums, [rows, gates()], for any number of rows.
  void project(const float* x, int64_t rows, float* sums) const { input_->multiply(x, rows, sums); }

  struct Step {
    int64_t rows;
    const float *h_before, *c_before;
    float *sums, *scratch;  // [rows, gates()] each; `sums` as `project` left them
    float *h, *c;           // must not overlap the states before; c is null for cells without it
  };
  void step(const Step& step) const;

 private:
  void simple(const Step& step) const;
  void gru_reset_before(const Step& step) const;
  void peephole_lstm(const Step& step) const;
  void add_biases(float* sums, int64_t rows) const;

  std::string kind_;
  int64_t gates_ = 0, states_ = 1, width_ = 0;
  std::shared_ptr<const Product> input_, hidden_, candidate_;
  const float *input_bias_ = nullptr, *hidden_bias_ = nullptr, *peephole_ = nullptr;
};

}  // namespace heed::engine
