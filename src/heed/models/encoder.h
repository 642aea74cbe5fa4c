// An Encoder turns source tokens into states that attention can remember.
#pragma once

#include <vector>

#include "heed/base/random.h"
#include "heed/ops/tensor.h"

namespace heed {

struct Encoded {
  Tensor states;  // [B,T,D], zero at padding
  Tensor mask;    // [B,T] bool
  std::vector<Tensor>
      last;  // [B,·]: the top layer's last state, one a direction; the last one is read backward if any is
};

struct Encoder {
  virtual ~Encoder() = default;
  virtual Encoded encode(const Tensor& ids, const Tensor& mask,
                         const Noise& noise) const = 0;  // [B,T], [B,T]
  virtual int64_t width() const = 0;                     // D
  virtual int64_t last_width() const = 0;                // of each element of `last`
};

}  // namespace heed
