// Lays out all parameters in one block of memory, so that workers can reduce and update equal slices, and
// copies of the model can share storage.
#pragma once

#include <string>
#include <vector>

#include "heed/ops/recorder.h"
#include "heed/ops/tensor.h"

namespace heed {

class FlatLayout {
 public:
  explicit FlatLayout(const NamedTensors& tensors);

  int64_t size() const { return size_; }
  // The named parameters inside a flat tensor [size]. They share its storage.
  NamedTensors views(const Tensor& flat) const;
  // Copies the tensors into a new flat tensor of this layout. The gaps between them are zero.
  Tensor flat(const NamedTensors& tensors) const;

  // The place of each tensor, in memory order.
  struct Piece {
    std::string name;
    int64_t offset;
    std::vector<int64_t> shape;
  };
  const std::vector<Piece>& pieces() const { return pieces_; }

 private:
  std::vector<Piece> pieces_;
  int64_t size_ = 0;
};

}  // namespace heed
