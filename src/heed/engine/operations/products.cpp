// Operations that multiply with weights.
#include <algorithm>

#include "heed/engine/operations.h"
#include "heed/engine/operations/cells.h"

namespace heed::engine {

Instruction make_linear(Making& making) {
  auto [outputs, inputs] = making.matrix(1);
  making.require(inputs == making.width(0), "weights as wide as the input");
  const float* bias = making.numbers(2, {outputs});
  auto product = making.product(1);
  ValueId in = making.value(0);
  Shape shape = making.shape(0);
  shape.back() = {product->outputs()};
  ValueId out = making.make(std::move(shape));
  return [=](const Frame& frame) {
    product->multiply(frame.numbers(in), frame.size(in) / product->inputs(), frame.numbers(out), bias);
  };
}

Instruction make_cell(Making& making) {
  auto cell = std::make_shared<Cell>(making, making.text("kind"), 1);
  making.require_input(0, 2);
  making.require(making.width(0) == cell->inputs(), "weights as wide as the input");
  Dim rows = making.shape(0)[0];
  for (std::size_t s = 6; s < 6 + static_cast<std::size_t>(cell->states()); ++s) {
    making.require_input(s, 2);
    making.require(making.shape(s) == Shape{rows, {cell->width()}}, "states of the cell's width");
  }
  ValueId x = making.own(0), h_before = making.own(6);
  ValueId c_before = cell->states() > 1 ? making.own(7) : kNone;
  ValueId h = making.make({rows, {cell->width()}});
  ValueId c = cell->states() > 1 ? making.make({rows, {cell->width()}}) : kNone;
  ValueId sums = making.scratch({rows, {cell->gates()}}), scratch = making.scratch({rows, {cell->gates()}});
  return [=](const Frame& frame) {
    cell->project(frame.numbers(x), frame.rows(x), frame.numbers(sums));
    cell->step({frame.rows(x), nullptr, frame.numbers(h_before),
                c_before == kNone ? nullptr : frame.numbers(c_before), frame.numbers(sums),
                frame.numbers(scratch), frame.numbers(h), c == kNone ? nullptr : frame.numbers(c)});
  };
}

Instruction make_recurrent(Making& making) {
  auto cell = std::make_shared<Cell>(making, making.text("kind"), 2);
  making.require_input(0, 3);
  making.require_mask(1, 0);
  making.require(making.width(0) == cell->inputs(), "weights as wide as the input");
  making.require(making.node.inputs.size() == 7, "a first state of zeros");
  std::string direction = making.text("direction");
  making.require(direction == "forward" || direction == "backward", "forward or backward");
  bool backward = direction == "backward";
  int64_t d = cell->width(), gates = cell->gates(), inputs = cell->inputs();
  Shape in = making.shape(0);
  ValueId x = making.value(0), mask = making.value(1), out = making.make({in[0], in[1], {d}});
  ValueId h = making.make({in[0], {d}}), c = cell->states() > 1 ? making.make({in[0], {d}}) : kNone;
  // By time, so that a step's rows lie side by side.
  ValueId by_time = making.scratch({in[1], in[0], {inputs}}), sums = making.scratch({in[1], in[0], {gates}});
  ValueId scratch = making.scratch({in[0], {gates}}), present = making.scratch({in[1], in[0]}, Type::flag);
  ValueId h_other = making.scratch({in[0], {d}}), c_other = making.scratch({in[0], {d}});
  return [=](const Frame& frame) {
    int64_t rows = frame.rows(x), length = frame.dim(x, 1);
    float *across = frame.numbers(by_time), *to = frame.numbers(out);
    bool* there = frame.flags(present);
    for (int64_t r = 0; r < rows; ++r) {
      const float* from = frame.numbers(x, r);
      const bool* real = frame.flags(mask, r);
      for (int64_t t = 0; t < length; ++t) {
        std::copy_n(from + t * inputs, inputs, across + (t * rows + r) * inputs);
        there[t * rows + r] = real[t];
      }
    }
    cell->project(across, rows * length, frame.numbers(sums));
    // The state before a step and after it change places; the last step must leave it in the output.
    float* states[2] = {frame.numbers(h), frame.numbers(h_other)};
    float* memories[2] = {c == kNone ? nullptr : frame.numbers(c), frame.numbers(c_other)};
    int64_t now = length % 2;
    std::fill_n(states[now], rows * d, 0.0F);
    if (c != kNone) std::fill_n(memories[now], rows * d, 0.0F);
    for (int64_t i = 0; i < length; ++i, now = 1 - now) {
      int64_t t = backward ? length - 1 - i : i;
      cell->step({rows, there + t * rows, states[now], memories[now], frame.numbers(sums) + t * rows * gates,
                  frame.numbers(scratch), states[1 - now], c == kNone ? nullptr : memories[1 - now]});
      for (int64_t r = 0; r < rows; ++r) {
        float* at = to + (r * length + t) * d;
        if (there[t * rows + r])
          std::copy_n(states[1 - now] + r * d, d, at);
        else
          std::fill_n(at, d, 0.0F);
      }
    }
  };
}

}  // namespace heed::engine
