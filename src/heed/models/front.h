// Turns one input column into the vectors that an encoder reads: tokens are looked up in a table, vectors
// (frames of sound, features) are projected.
#pragma once

#include <optional>

#include "heed/data/batch.h"
#include "heed/data/schema.h"
#include "heed/nn/layers.h"

namespace heed {

// A column of a batch as tensors.
struct ColumnInput {
  Tensor values;  // tokens [B,T]; vectors [B,T,F], or [B,F] if each example has exactly one
  Tensor mask;    // [B,T] bool; undefined if each example has exactly one vector
};

ColumnInput input_of(const BatchColumn& column, const ColumnSpec& spec);

// Declares an input of the graph that is recorded, and returns arbitrary values of its shape. `mask` is the
// name of the mask.
ColumnInput declare_input(Recorder& recorder, const ColumnSpec& spec, const std::string& mask, int64_t rows,
                          int64_t length);

// The axis that counts the elements of a column.
Dim axis_of(const ColumnSpec& spec);

class Front {
 public:
  // The column names the parameters: `source_embedding.table`, `frames_projection.weight`. `shared` is the
  // path of a table that several columns share; "": the column has its own table.
  Front(const ColumnSpec& spec, int64_t width, const Scope& scope, const std::string& shared = "");

  Tensor operator()(const Tensor& values) const;  // [B,T] or [B,T,F] → [B,T,E]
  // The embedding table of tokens. Throws std::logic_error if there is none.
  const Embedding& table() const;

 private:
  std::optional<Embedding> table_;
  std::optional<Linear> projection_;
};

}  // namespace heed
