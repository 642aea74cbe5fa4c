// An Encoder turns the vectors of the source into states, which attention reads.
#pragma once

#include <vector>

#include "heed/nn/attention/types.h"
#include "heed/nn/dropout.h"
#include "heed/nn/recurrent/cell.h"
#include "heed/ops/tensor.h"

namespace heed {

// The states of one layer after the last step of each direction.
using LayerEnds = std::vector<CellState>;  // [directions]; of two directions, the second reads backward

struct Encoded {
  Tensor states;  // [B,T,D], zero at padding
  Tensor mask;    // [B,T] bool
  // one element for each layer, the top one last; empty if the encoder is not recurrent
  std::vector<LayerEnds> ends;
  std::vector<Glance> glances = {};  // attention of each layer that has some, the first layer first
};

// What a decoder must know of an encoder to start from its last states. An encoder that is not recurrent has
// no layers, and `width` is that of its states.
struct EndShape {
  int64_t layers = 0, directions = 1, states = 0;
  int64_t width = 0;  // width of each tensor
};

struct Encoder {
  virtual ~Encoder() = default;
  virtual Encoded encode(const Tensor& x, const Tensor& mask,
                         const Dropout& dropout) const = 0;  // [B,T,E], [B,T]
  virtual int64_t width() const = 0;                         // D
  virtual EndShape ends() const = 0;
  virtual bool attends() const { return false; }
};

}  // namespace heed
