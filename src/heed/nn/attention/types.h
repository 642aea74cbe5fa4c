// The values that attention reads and returns. B batch, H heads, Tq/Tk query and key lengths, W the columns
// of a narrow window.
#pragma once

#include <cstdint>

#include "heed/ops/tensor.h"

namespace heed {

// A source that has been prepared for attention.
struct Memory {
  Tensor keys;    // [B,H,Tk,Dk], as the scorer prepared them
  Tensor values;  // [B,H,Tk,Dv]
  Tensor mask;    // [B,Tk] bool, true = may be attended to
  Tensor bias;    // [B,Tk]: added to the scores; may be undefined
  Tensor
      given;  // [B,H,Tq,Tk]: weights in the place of those computed, rows below zero = none; undefined = none
  Tensor lengths;  // [B]; undefined unless a part needs it
  // [B,Tk]: the number of each position in the output's extended vocabulary; undefined if nothing is copied
  Tensor copies;

  // Visits every defined tensor with its name, in a fixed order.
  void each(const auto& visit) {
    if (keys.defined()) visit("keys", keys);
    if (values.defined()) visit("values", values);
    if (mask.defined()) visit("mask", mask);
    if (bias.defined()) visit("bias", bias);
    if (lengths.defined()) visit("lengths", lengths);
    if (copies.defined()) visit("copies", copies);
  }
};

struct Query {
  Tensor vector;    // [B,H,Tq,Dq]
  Tensor position;  // [B,Tq]; undefined unless a part needs it
};

// What one step passes to the next, in the decoder's state. Each tensor is undefined unless a part needs it.
struct Carry {
  Tensor position;  // [B,1]: position of the step
  Tensor weights;   // [B,H,Tk]: weights of the previous step
  Tensor coverage;  // [B,H,Tk]: sum of the weights of all previous steps
};

// What a part needs besides queries, keys and mask.
struct Needs {
  bool position = false, lengths = false, weights = false, coverage = false;
};

// A window: a centre and two radii, where −1 means unlimited. `deviation` is that of a Gaussian around the
// centre, which multiplies the weights after the normaliser; 0 means none.
struct Band {
  Tensor centre;  // [B,Tq]; undefined = no window
  int64_t before = -1, after = -1;
  double deviation = 0;

  bool narrow() const { return centre.defined() && before >= 0 && after >= 0; }
  int64_t width() const { return before + after + 1; }
};

// The part of the memory that a scorer sees: what lies inside the band. For a narrow band, each query is a
// row of its own with W keys.
struct Seen {
  Tensor keys;     // [B,H,Tk,Dk], prepared
  Tensor feature;  // [B,H,Tk,F]; may be undefined
  Tensor begin;    // [B,1]: the position of the first key; undefined = 0
};

// The result of a normaliser. A normaliser that chooses one position also returns the log-probability of its
// choice and the entropy of the distribution; others leave these undefined.
struct Chosen {
  Tensor weights;          // [B,H,Tq,Tk]
  Tensor probabilities;    // the same shape, differentiable; undefined: the weights themselves
  Tensor log_probability;  // [B,H,Tq]
  Tensor entropy;          // [B,H,Tq]
};

// The result of attention for one query or one sequence of queries.
struct Glance {
  Tensor context;  // [B,H,Tq,Dv]
  Tensor weights;  // [B,H,Tq,W], W = Tk unless the window is narrow
  Tensor begin;    // [B,Tq]: the first column of weights; undefined = 0
  Carry carry;
  Chosen chosen;  // as the normaliser returned it
};

}  // namespace heed
