// The operations of ops/ computed by kernels, with gradients of their own. Only ops/ calls them.
#pragma once

#include "heed/ops/fused.h"
#include "heed/ops/recurrent.h"

namespace heed::ops::fused {

Tensor linear(Workspace& workspace, const Tensor& x, const Tensor& weight, const Tensor& bias);
Tensor embedding(const Tensor& table, const Tensor& ids);
// Whether the kind has a fused cell: LSTM and GRU (reset after). Other kinds use the plain operations.
bool has_cell(CellKind kind);
CellState cell(Workspace& workspace, CellKind kind, const Tensor& x, const CellState& state,
               const CellWeights& weights);
Unrolled recurrent(Workspace& workspace, CellKind kind, const Tensor& x, const Tensor& mask,
                   const CellState& first, const CellWeights& weights, bool reverse);
Tensor score_additive(const Tensor& query, const Tensor& keys, const Tensor& v, const Tensor& feature);
Tensor normalise_softmax(const Tensor& scores, const Tensor& mask, const Tensor& bias, double scale);
Tensor weigh(const Tensor& weights, const Tensor& values);
Tensor output_loss(Workspace& workspace, const Tensor& x, const Tensor& weight, const Tensor& bias,
                   const Tensor& targets, const Tensor& mask, double smoothing);

}  // namespace heed::ops::fused
