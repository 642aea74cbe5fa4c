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

Tensor FlatLayout::flat(const NamedTensors& tensors) const {
  at::NoGradGuard no_gradient;
  Tensor flat = at::zeros({size_}, tensors.at(0).second.options());
  NamedTensors pieces = views(flat);
  for (std::size_t i = 0; i < pieces.size(); ++i) pieces[i].second.copy_(tensors[i].second);
  return flat;
}

}  // namespace heed
