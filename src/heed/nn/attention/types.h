// The values that pass through an attention. B batch, H heads, Tq/Tk query and key lengths.
#pragma once

#include <cstdint>

#include "heed/ops/tensor.h"

namespace heed {

// What a source looks like to attention, prepared once.
struct Memory {
  Tensor keys;    // [B,H,Tk,Dk], as the scorer prepared them
  Tensor values;  // [B,H,Tk,Dv]
  Tensor mask;    // [B,Tk] bool, true = may be attended to
  Tensor bias;    // [B,Tk] added to the scores; undefined = none
};

struct Query {
  Tensor vector;    // [B,H,Tq,Dq]
  Tensor position;  // [B,Tq]; undefined where no part asks for it
};

// From step to step, in the decoder's state; each is undefined unless a part asks for it.
struct Carry {
  Tensor position;  // [B]
  Tensor weights;   // [B,H,Tk]
  Tensor coverage;  // [B,H,Tk]
};

// A window: a centre and two radii; −1 = unlimited.
struct Band {
  Tensor centre;  // [B,Tq]; undefined = no window
  int64_t before = -1, after = -1;
};

// What a scorer sees of the memory: what lies inside the band.
struct Seen {
  Tensor keys;     // [B,H,Tk,Dk], prepared
  Tensor feature;  // [B,H,Tk,F]; undefined = none
};

// The outcome of looking once.
struct Glance {
  Tensor context;  // [B,H,Tq,Dv]
  Tensor weights;  // [B,H,Tq,W], W = Tk unless the window is narrow
  Tensor begin;    // [B,Tq]: the first column of weights; undefined = 0
  Carry carry;
};

}  // namespace heed
