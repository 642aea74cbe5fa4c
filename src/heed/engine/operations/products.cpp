// Operations that multiply with weights.
#include <algorithm>
#include <sstream>

#include "heed/engine/operations.h"
#include "heed/engine/operations/cells.h"
#include "heed/kernels/pointwise.h"

namespace heed::engine {
namespace {

Instruction make_linear(NodeBuilder& node) {
  const float* bias = node.numbers(2);
  auto product = node.product(1);
  ValueId in = node.value(0), out = node.make();
  return [=](const Frame& frame) {
    product->multiply(frame.numbers(in), frame.size(in) / product->inputs(), frame.numbers(out), bias);
  };
}

// Σ W_p x_p + bias + addends, where `at` holds the first column of W for each part.
Instruction make_linear_of_parts(NodeBuilder& node) {
  const int64_t outputs = node.matrix(0).outputs;
  const float* bias = node.numbers(1);
  struct Term {
    ValueId value;
    std::shared_ptr<const ProductPart> part;
  };
  std::vector<Term> terms;
  std::istringstream at(node.text("at"));
  for (std::size_t i = 3; i < node.input_count(); ++i) {
    int64_t first = -1, width = node.width(i);
    at >> first;
    at.ignore();
    terms.push_back({node.own(i), std::make_shared<ProductPart>(node.product(0), first, width)});
  }
  ValueId added = node.own(2), out = node.make();
  return [=](const Frame& frame) {
    float* to = frame.numbers(out);
    int64_t rows = frame.size(out) / outputs;
    bool first = true;
    for (const Term& term : terms) {
      const float* x = frame.numbers(term.value);
      if (first)
        term.part->multiply(x, rows, to, bias);
      else
        term.part->add(x, rows, to);
      first = false;
    }
    if (added != kNone) kernels::add(frame.numbers(added), rows * outputs, to);
  };
}

Instruction make_cell(NodeBuilder& node) {
  auto cell = std::make_shared<Cell>(node, node.text("kind"), 1);
  Dim rows = node.shape(0)[0];
  ValueId x = node.own(0), h_before = node.own(6);
  ValueId c_before = cell->states() > 1 ? node.own(7) : kNone;
  ValueId h = node.make();
  ValueId c = cell->states() > 1 ? node.make() : kNone;
  ValueId sums = node.scratch({rows, {cell->gates()}}), scratch = node.scratch({rows, {cell->gates()}});
  return [=](const Frame& frame) {
    if (cell->projects())
      cell->project(frame.numbers(x), frame.rows(x), frame.numbers(sums));
    else
      std::copy_n(frame.numbers(x), frame.size(x), frame.numbers(sums));
    cell->step({frame.rows(x), frame.numbers(h_before), c_before == kNone ? nullptr : frame.numbers(c_before),
                frame.numbers(sums), frame.numbers(scratch), frame.numbers(h),
                c == kNone ? nullptr : frame.numbers(c)});
  };
}

Instruction make_recurrent(NodeBuilder& node) {
  auto cell = std::make_shared<Cell>(node, node.text("kind"), 2);
  std::string direction = node.text("direction");
  bool backward = direction == "backward";
  int64_t d = cell->width(), gates = cell->gates(), inputs = cell->inputs();
  Shape in = node.shape(0);
  ValueId x = node.value(0), mask = node.value(1), out = node.make();
  ValueId h = node.make(), c = cell->states() > 1 ? node.make() : kNone;
  // The tokens without padding, ordered by time, so that the rows of a step are contiguous; and the numbers
  // of these rows.
  ValueId by_time = node.scratch({in[1], in[0], {inputs}}), sums = node.scratch({in[1], in[0], {gates}});
  ValueId there = node.scratch({in[1], in[0]}, Type::index), counts = node.scratch({in[1]}, Type::index);
  ValueId scratch = node.scratch({in[0], {gates}});
  // The states before and after a step.
  ValueId h_in = node.scratch({in[0], {d}}), h_out = node.scratch({in[0], {d}});
  ValueId c_in = node.scratch({in[0], {d}}), c_out = node.scratch({in[0], {d}});
  return [=](const Frame& frame) {
    int64_t rows = frame.rows(x), length = frame.dim(x, 1), all = 0;
    int32_t* row = frame.indices(there);
    for (int64_t t = 0; t < length; ++t) {
      int64_t before = all;
      for (int64_t r = 0; r < rows; ++r) {
        if (!frame.flags(mask, r)[t]) continue;
        std::copy_n(frame.numbers(x, r) + t * inputs, inputs, frame.numbers(by_time) + all * inputs);
        row[all++] = static_cast<int32_t>(r);
      }
      frame.indices(counts)[t] = static_cast<int32_t>(all - before);
    }
    cell->project(frame.numbers(by_time), all, frame.numbers(sums));
    float* states[] = {frame.numbers(h), c == kNone ? nullptr : frame.numbers(c)};
    float* before[] = {frame.numbers(h_in), c == kNone ? nullptr : frame.numbers(c_in)};
    float* after[] = {frame.numbers(h_out), c == kNone ? nullptr : frame.numbers(c_out)};
    std::size_t number = c == kNone ? 1 : 2;
    for (std::size_t s = 0; s < number; ++s) std::fill_n(states[s], rows * d, 0.0F);
    std::fill_n(frame.numbers(out), rows * length * d, 0.0F);
    for (int64_t i = 0, first = backward ? all : 0; i < length; ++i) {
      int64_t t = backward ? length - 1 - i : i, count = frame.indices(counts)[t];
      if (backward) first -= count;
      const int32_t* own = row + first;
      for (std::size_t s = 0; s < number; ++s)
        for (int64_t k = 0; k < count; ++k) std::copy_n(states[s] + own[k] * d, d, before[s] + k * d);
      cell->step({count, before[0], before[1], frame.numbers(sums) + first * gates, frame.numbers(scratch),
                  after[0], after[1]});
      for (std::size_t s = 0; s < number; ++s)
        for (int64_t k = 0; k < count; ++k) std::copy_n(after[s] + k * d, d, states[s] + own[k] * d);
      for (int64_t k = 0; k < count; ++k)
        std::copy_n(after[0] + k * d, d, frame.numbers(out) + (own[k] * length + t) * d);
      if (!backward) first += count;
    }
  };
}

}  // namespace

Makers product_makers() {
  return {{"cell", make_cell},
          {"linear", make_linear},
          {"linear_of_parts", make_linear_of_parts},
          {"recurrent", make_recurrent}};
}

}  // namespace heed::engine
