// Parameters laid out in one piece of memory, so that workers can reduce and update equal slices, and copies
// of the model can share storage.
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
  // The pieces of a flat tensor [size] under their names, sharing its storage.
  NamedTensors views(const Tensor& flat) const;
  // A flat tensor that holds the values of these, laid out so; zero between them.
  Tensor flat(const NamedTensors& tensors) const;

  // The place of each tensor, in the order in which they lie.
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
