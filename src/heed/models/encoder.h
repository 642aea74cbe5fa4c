// An Encoder turns the source's vectors into states that attention can remember.
#pragma once

#include <vector>

#include "heed/nn/attention/types.h"
#include "heed/nn/dropout.h"
#include "heed/nn/recurrent/cell.h"
#include "heed/ops/tensor.h"

namespace heed {

// The states behind each direction's last step, of one layer.
using LayerEnds = std::vector<CellState>;  // [directions]; the last one reads backward if there are two

struct Encoded {
  Tensor states;                     // [B,T,D], zero at padding
  Tensor mask;                       // [B,T] bool
  std::vector<LayerEnds> ends;       // a layer each, the top one last; empty if nothing is recurrent
  std::vector<Glance> glances = {};  // weights of each layer that attends, the first one first
};

// What a decoder must know of an encoder to start from its ends; of one that is not recurrent, no layers and
// the width of its states.
struct EndShape {
  int64_t layers = 0, directions = 1, states = 0;
  int64_t width = 0;  // of each tensor
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
