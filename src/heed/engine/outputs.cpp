#include "heed/engine/outputs.h"

#include <algorithm>
#include <numeric>

#include "heed/base/error.h"
#include "heed/engine/contract.h"

namespace heed::engine {
namespace {

// Whether a dimension is a number or one axis of a column, whole or in strides.
bool is_length(const Dim& dim, const ColumnPlan& plan) {
  return dim.is_number() || (dim.is_axis() && plan.reading(dim.axes[0].base) != nullptr);
}

// Copies a rectangle `from` [from_shape] without the padding at the ends of its dimensions.
template <class T>
void copy_own(const T* from, std::span<const int64_t> from_shape, std::span<const int64_t> own, auto& to) {
  if (own.empty()) {
    to.push_back(static_cast<typename std::remove_reference_t<decltype(to)>::value_type>(*from));
    return;
  }
  int64_t size = std::accumulate(from_shape.begin() + 1, from_shape.end(), int64_t{1}, std::multiplies<>());
  for (int64_t i = 0; i < own[0]; ++i) copy_own(from + i * size, from_shape.subspan(1), own.subspan(1), to);
}

}  // namespace

void require_readable(const Graph& graph, const ColumnPlan& plan) {
  for (const OutputPort& output : graph.outputs) {
    if (output.use == Use::memory || output.use == Use::state || output.use == Use::begin) continue;
    bool readable = output.use != Use::log_probs && !output.shape.empty() &&
                    (output.shape[0] == axes::kRows || plan.reading_of_rows(output.shape[0]) != nullptr);
    for (std::size_t i = 1; i < output.shape.size(); ++i)
      readable = readable && is_length(output.shape[i], plan);
    if (!readable)
      throw InputError("the graph '" + graph.name + "': expected the output '" + output.name +
                       "' to have rows of the batch, and lengths of its columns, found " +
                       to_text(output.shape));
  }
}

OutputReader::Rows OutputReader::rows_of(const Dim& dim, int64_t row) const {
  if (dim == axes::kRows) return {nullptr, {row}};
  const ColumnReading* reading = plan_.reading_of_rows(dim);
  return {reading, columns_.positions(row, *reading)};
}

bool OutputReader::is_of_parts(const Dim& dim, const Rows& rows) const {
  if (dim.is_number() || rows.reading == nullptr) return false;
  const ColumnReading& reading = *plan_.reading(dim.axes[0].base);
  return reading.depth > 0 && reading.parts() == *rows.reading;
}

int64_t OutputReader::own_extent(const Dim& dim, int64_t row) const {
  if (dim.is_number()) return dim.factor;
  const ColumnReading& reading = *plan_.reading(dim.axes[0].base);
  if (reading.depth <= 0) return dim.axes[0].at(columns_.units(row, reading.column, reading.level));
  int64_t most = 0;
  for (int32_t length : columns_.parts(row, reading.column, reading.level))
    most = std::max(most, dim.axes[0].at(length));
  return most;
}

int64_t OutputReader::own_extent(const Dim& dim, int64_t row, const Rows& rows, std::size_t part) const {
  if (!is_of_parts(dim, rows)) return own_extent(dim, row);
  const ColumnReading& reading = *plan_.reading(dim.axes[0].base);
  return dim.axes[0].at(columns_.parts(row, reading.column, reading.level)[part]);
}

Array OutputReader::array(const OutputPort& output, int64_t row) const {
  ValueId value = program_.output(output.name);
  Rows rows = rows_of(output.shape[0], row);
  std::vector<int64_t> padded, own;
  for (std::size_t i = 1; i < output.shape.size(); ++i) {
    padded.push_back(frame_.dim(value, i));
    own.push_back(own_extent(output.shape[i], row));
  }
  Array array;
  if (rows.reading != nullptr) array.shape.push_back(static_cast<int64_t>(rows.positions.size()));
  array.shape.insert(array.shape.end(), own.begin(), own.end());
  for (int64_t position : rows.positions) {
    int64_t first = position * frame_.row_size(value);
    if (output.type == Type::number)
      copy_own(frame_.numbers(value) + first, padded, own, array.numbers);
    else if (output.type == Type::index)
      copy_own(frame_.indices(value) + first, padded, own, array.indices);
    else
      copy_own(frame_.flags(value) + first, padded, own, array.indices);
  }
  return array;
}

AttentionRows OutputReader::block(const OutputPort& output, int64_t row) const {
  ValueId weights = program_.output(output.name);
  ValueId begin = program_.output(begin_of(program_.parts().declared_outputs, output.block));
  const Dim &queries = output.shape[2], &keys = output.shape[3];
  int64_t heads = frame_.dim(weights, 1), all_queries = frame_.dim(weights, 2),
          all_keys = frame_.dim(weights, 3);
  Rows rows = rows_of(output.shape[0], row);
  AttentionRows block{static_cast<int32_t>(heads), static_cast<int32_t>(own_extent(keys, row)), {}, {}};
  int64_t first = 0;  // of the keys of a part among those of all parts
  for (std::size_t part = 0; part < rows.positions.size(); ++part) {
    int64_t at = rows.positions[part], own_keys = own_extent(keys, row, rows, part);
    for (int64_t q = 0, own = own_extent(queries, row, rows, part); q < own; ++q) {
      int64_t at_begin = begin == kNone ? 0 : frame_.indices(begin)[at * all_queries + q];
      block.begin.push_back(static_cast<int32_t>(first + at_begin));
      for (int64_t head = 0; head < heads; ++head) {
        const float* from = frame_.numbers(weights) + ((at * heads + head) * all_queries + q) * all_keys;
        block.weights.insert(block.weights.end(), from, from + own_keys);
        block.weights.resize(block.weights.size() + static_cast<std::size_t>(block.width - own_keys));
      }
    }
    if (is_of_parts(keys, rows)) first += own_keys;
  }
  return block;
}

std::vector<BlockAttention> OutputReader::attention(int64_t row) const {
  std::vector<BlockAttention> blocks;
  for (const OutputPort& output : program_.parts().declared_outputs)
    if (output.use == Use::attention) blocks.push_back({output.block, block(output, row)});
  return blocks;
}

}  // namespace heed::engine
