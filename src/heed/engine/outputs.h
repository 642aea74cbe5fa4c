// Reads the outputs of a graph that runs once for each batch: example by example and without padding.
#pragma once

#include <string>
#include <vector>

#include "heed/data/array.h"
#include "heed/engine/columns.h"
#include "heed/engine/program.h"
#include "heed/search/stepper.h"

namespace heed::engine {

// Throws InputError unless each output of such a graph can be read: arrays and attention whose rows are those
// of the batch or of the parts of a column.
void require_readable(const Graph& graph, const ColumnPlan& plan);

class OutputReader {
 public:
  // Reads the outputs after a run with these sizes over the batch in `columns`.
  OutputReader(const ProgramMemory& memory, const Sizes& sizes, const ColumnPlan& plan,
               const ColumnBuffers& columns)
      : program_(memory.program()), frame_(memory.frame(sizes)), plan_(plan), columns_(columns) {}

  Array array(const OutputPort& output, int64_t row) const;
  // All blocks of attention of one row. If each part has a row of weights over its own tokens, the weights
  // begin at the part's first token: a sentence's weights stand at its words.
  std::vector<BlockAttention> attention(int64_t row) const;

 private:
  // The units that an output's first dimension counts, and the positions of those of one row.
  struct Rows {
    const ColumnReading* reading;  // null: the row itself
    std::vector<int64_t> positions;
  };
  Rows rows_of(const Dim& dim, int64_t row) const;
  // The extent of a dimension without padding: in part `part` of the units above it, or in the whole row.
  int64_t own_extent(const Dim& dim, int64_t row, const Rows& rows, std::size_t part) const;
  int64_t own_extent(const Dim& dim, int64_t row) const;
  // Whether a dimension counts the units within each part that a row stands for.
  bool is_of_parts(const Dim& dim, const Rows& rows) const;
  AttentionRows block(const OutputPort& output, int64_t row) const;

  const Program& program_;
  Frame frame_;
  const ColumnPlan& plan_;
  const ColumnBuffers& columns_;
};

}  // namespace heed::engine
