// The values that pass through an attention. B batch, H heads, Tq/Tk query and key lengths, W the columns of
// a narrow window.
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
  Tensor
      given;  // [B,H,Tq,Tk]: weights in the place of those computed, rows below zero = none; undefined = none
  Tensor lengths;  // [B]; undefined unless a part asks for it
  Tensor copies;   // [B,Tk]: what each position is in the output's extended vocabulary; undefined = nothing

  // Every tensor that is there, in one order, with a name.
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
  Tensor position;  // [B,Tq]; undefined where no part asks for it
};

// From step to step, in the decoder's state; each is undefined unless a part asks for it.
struct Carry {
  Tensor position;  // [B,1]: of the step
  Tensor weights;   // [B,H,Tk]: of the step before
  Tensor coverage;  // [B,H,Tk]: the sum of all steps before
};

// What a part asks for beyond queries, keys and mask.
struct Needs {
  bool position = false, lengths = false, weights = false, coverage = false;
};

// A window: a centre and two radii, −1 = unlimited; and a Gaussian around the centre that the weights are
// multiplied with after the normaliser, 0 = none.
struct Band {
  Tensor centre;  // [B,Tq]; undefined = no window
  int64_t before = -1, after = -1;
  double deviation = 0;

  bool narrow() const { return centre.defined() && before >= 0 && after >= 0; }
  int64_t width() const { return before + after + 1; }
};

// What a scorer sees of the memory: what lies inside the band. Of a narrow one each query is a row of its
// own, with W keys.
struct Seen {
  Tensor keys;     // [B,H,Tk,Dk], prepared
  Tensor feature;  // [B,H,Tk,F]; undefined = none
  Tensor begin;    // [B,1]: the position of the first key; undefined = 0
};

// Scores become weights. A normaliser that chooses one position says how likely its choice was, and how
// undecided it is; others leave that undefined.
struct Chosen {
  Tensor weights;          // [B,H,Tq,Tk]
  Tensor probabilities;    // the same, differentiable; undefined = the weights themselves
  Tensor log_probability;  // [B,H,Tq]
  Tensor entropy;          // [B,H,Tq]
};

// The outcome of looking once.
struct Glance {
  Tensor context;  // [B,H,Tq,Dv]
  Tensor weights;  // [B,H,Tq,W], W = Tk unless the window is narrow
  Tensor begin;    // [B,Tq]: the first column of weights; undefined = 0
  Carry carry;
  Chosen chosen;  // as the normaliser made it
};

}  // namespace heed
