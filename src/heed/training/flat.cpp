#include "heed/training/flat.h"

#include <ATen/ATen.h>

namespace heed {
namespace {

// Pieces start at multiples of a cache line, in floats.
constexpr int64_t kAlignment = 16;

}  // namespace

FlatLayout::FlatLayout(const NamedTensors& tensors) {
  for (const auto& [name, tensor] : tensors) {
    pieces_.push_back({name, size_, tensor.sizes().vec()});
    size_ += (tensor.numel() + kAlignment - 1) / kAlignment * kAlignment;
  }
}

NamedTensors FlatLayout::views(const Tensor& flat) const {
  NamedTensors views;
  for (const Piece& piece : pieces_) {
    int64_t count = 1;
    for (int64_t extent : piece.shape) count *= extent;
    views.emplace_back(piece.name, flat.narrow(0, piece.offset, count).view(piece.shape));
  }
  return views;
}

}  // namespace heed
