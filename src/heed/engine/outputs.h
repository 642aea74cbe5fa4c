// Outputs of a graph that runs once for each batch, example by example, without the padding of the batch.
#pragma once

#include <string>
#include <vector>

#include "heed/data/array.h"
#include "heed/engine/columns.h"
#include "heed/engine/program.h"
#include "heed/search/stepper.h"

namespace heed::engine {

// Throws an InputError unless each output of such a graph can be read: arrays and attention whose rows are
// the batch's, or those of the parts of a column.
void require_readable(const Graph& graph, const ColumnPlan& plan);

class OutputReader {
 public:
  // After a run of these sizes over the batch that `columns` was filled with.
  OutputReader(const ProgramMemory& memory, const Sizes& sizes, const ColumnPlan& plan,
               const ColumnBuffers& columns)
      : program_(memory.program()), frame_(memory.frame(sizes)), plan_(plan), columns_(columns) {}

  Array array(const OutputPort& output, int64_t row) const;
  // All blocks of attention of one row. Where a part has a row of weights over its own tokens, it begins at
  // the first of them: a sentence's weights stand at its words.
  std::vector<BlockAttention> attention(int64_t row) const;

 private:
  // The units that an output's first dimension counts, and where those of one row lie.
  struct Rows {
    const Reading* reading;  // null: the row itself
    std::vector<int64_t> positions;
  };
  Rows rows_of(const Dim& dim, int64_t row) const;
  // The extent of a dimension without padding: in part `part` of the units above it, or in the whole row.
  int64_t own_extent(const Dim& dim, int64_t row, const Rows& rows, std::size_t part) const;
  int64_t own_extent(const Dim& dim, int64_t row) const;
  // Whether a dimension counts the units of each of the parts that the rows are.
  bool is_of_parts(const Dim& dim, const Rows& rows) const;
  AttentionRows block(const OutputPort& output, int64_t row) const;

  const Program& program_;
  Frame frame_;
  const ColumnPlan& plan_;
  const ColumnBuffers& columns_;
};

}  // namespace heed::engine
