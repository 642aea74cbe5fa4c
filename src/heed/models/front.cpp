#include "heed/models/front.h"

#include <ATen/ATen.h>

#include <stdexcept>

#include "heed/models/tensors.h"

namespace heed {

ColumnInput input_of(const BatchColumn& column, const ColumnSpec& spec) {
  auto rows = static_cast<int64_t>(column.lengths.size());
  if (spec.kind == ColumnKind::tokens)
    return {ids_tensor(column.ids, rows, column.length), length_mask(column.lengths, column.length)};
  Tensor numbers = numbers_tensor(column.numbers, {rows, column.length, spec.width});
  if (!spec.sequence) return {numbers.squeeze(1), {}};
  return {numbers, length_mask(column.lengths, column.length)};
}

Dim axis_of(const ColumnSpec& spec) {
  return Dim(GraphAxis{spec.name});
}

ColumnInput declare_input(Recorder& recorder, const ColumnSpec& spec, const std::string& mask, int64_t rows,
                          int64_t length) {
  const Shape positions = {axes::kRows, axis_of(spec)};
  ColumnInput input;
  if (spec.kind == ColumnKind::tokens) {
    input.values = at::full({rows, length}, 3, at::TensorOptions().dtype(at::kLong));
    recorder.input({spec.name, Type::index, positions, Origin::ids, spec.name}, input.values);
  } else if (spec.sequence) {
    input.values = at::ones({rows, length, spec.width});
    recorder.input(
        {spec.name, Type::number, {axes::kRows, axis_of(spec), spec.width}, Origin::numbers, spec.name},
        input.values);
  } else {
    input.values = at::ones({rows, spec.width});
    recorder.input({spec.name, Type::number, {axes::kRows, spec.width}, Origin::numbers, spec.name},
                   input.values);
    return input;
  }
  input.mask = at::ones({rows, length}, at::TensorOptions().dtype(at::kBool));
  recorder.input({mask, Type::flag, positions, Origin::mask, spec.name}, input.mask);
  return input;
}

Front::Front(const ColumnSpec& spec, int64_t width, const Scope& scope, const std::string& shared) {
  if (spec.kind == ColumnKind::tokens) {
    std::string path = shared.empty() ? spec.name + "_embedding" : shared;
    table_.emplace((scope / path).of_tokens(spec.name), spec.size, width);
  } else {
    projection_.emplace(scope / (spec.name + "_projection"), spec.width, width);
  }
}

Tensor Front::operator()(const Tensor& values) const {
  if (table_) return (*table_)(values);
  return (*projection_)(
      values.to(projection_->weight.scalar_type()));  // gradients are checked in double precision
}

const Embedding& Front::table() const {
  if (!table_) throw std::logic_error("a column of vectors has no table of tokens");
  return *table_;
}

}  // namespace heed
