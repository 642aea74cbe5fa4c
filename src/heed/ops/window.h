// Operations for windows of attention: their centres, their contents, and the way back from a window to the
// whole source. A narrow window is gathered, so that the cost of a step depends on the window and not on the
// source: [B,H,Tk,D] becomes [B·Tq,H,W,D], one window for each query. Positions are counted from 0 and are
// floats, because a predicted one can lie between two tokens.
#pragma once

#include "heed/ops/tensor.h"

namespace heed::ops {

Tensor positions(const Tensor& x);                       // [B,T,D] → [B,T]: 0, 1, 2, …
Tensor shift(const Tensor& x, double by);                // x + by
Tensor lengths(const Tensor& mask, const Tensor& like);  // [B,T] → [B], of the type of `like`

// Centres [B,Tq]. Monotonic: the query's own position, but at most the source's last. Predicted: length ·
// σ(x), x [B,Tq,1]. Median: the position at which the weights [B,H,Tk] of all heads reach half of their sum.
Tensor centre_monotonic(const Tensor& position, const Tensor& length);
Tensor centre_predicted(const Tensor& x, const Tensor& length);
Tensor centre_median(const Tensor& weights);

// The mask [B,Tk] as [B,1,1,Tk]. If a centre [B,Tq] is given, it is restricted to centre − before … centre +
// after and has the shape [B,1,Tq,Tk]; −1 means unlimited.
Tensor band(const Tensor& mask, const Tensor& centre, int64_t before, int64_t after);

// exp(−(j − centre)² / 2σ²) · weights, j the columns of weights [B,H,Tq,Tk].
Tensor gaussian(const Tensor& weights, const Tensor& centre, double deviation);

// The first column of each window, ⌈centre − before⌉ [B,Tq], which may be negative.
Tensor band_begin(const Tensor& centre, int64_t before);
// [B,H,Tk,D] → [B·Tq,H,W,D]: W columns starting at `begin`; zeros outside the source.
Tensor gather_band(const Tensor& x, const Tensor& begin, int64_t width);
// The bias of keys [B,Tk] for W columns starting at `begin`: [B·Tq,W]; zeros outside the source and without a
// bias.
Tensor gather_bias(const Tensor& bias, const Tensor& begin, int64_t width);
// Like `band`, for the W columns alone: [B·Tq,1,1,W].
Tensor gather_mask(const Tensor& mask, const Tensor& centre, const Tensor& begin, int64_t before,
                   int64_t after);
// Like `gaussian`, for W columns starting at `begin`: weights [B·Tq,H,1,W].
Tensor gather_gaussian(const Tensor& weights, const Tensor& centre, const Tensor& begin, double deviation);

// Turns each query into a row, and back: [B,H,Tq,D] ↔ [B·Tq,H,1,D].
Tensor fold_queries(const Tensor& x);
Tensor unfold_queries(const Tensor& x, const Tensor& begin);

// Puts the weights of one step at their places in the whole source, whose keys are [B,H,Tk,D]: [B,H,1,W] →
// [B,H,Tk]. Without `begin` the weights already cover the whole source.
Tensor spread(const Tensor& weights, const Tensor& begin, const Tensor& keys);
Tensor no_weights(const Tensor& keys);   // zeros [B,H,Tk]
Tensor no_position(const Tensor& keys);  // zeros [B,1]

}  // namespace heed::ops
