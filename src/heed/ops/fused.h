// The fast way to train. While a Fused is alive on a thread, operations there on floats that need gradients
// are made by kernels/ instead of libtorch's small steps. They differ from the plain ones in one thing that
// can be seen: the gradient of a parameter does not flow through the graph, but is added to its `.grad`,
// which must be there; that of a weight used at many steps is one product, made by finish().
#pragma once

#include <memory>
#include <unordered_map>

#include "heed/ops/tensor.h"

namespace heed::ops {

class SharedWeight;
class SharedCell;

// What products of weights are computed in; everything else, and every sum, is fp32.
enum class Precision { fp32, bf16 };

// What a worker keeps from update to update: weights laid out for products, and room for what is collected.
class Workspace {
 public:
  explicit Workspace(Precision precision = Precision::fp32);
  ~Workspace();
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;

  SharedWeight& weight(const Tensor& leaf);
  SharedCell& cell(const Tensor& input, const Tensor& hidden);

 private:
  friend class Fused;
  Precision precision_;
  std::unordered_map<const void*, std::unique_ptr<SharedWeight>> weights_;
  std::unordered_map<const void*, std::unique_ptr<SharedCell>> cells_;
};

class Fused {
 public:
  explicit Fused(Workspace& workspace);
  ~Fused();
  Fused(const Fused&) = delete;
  Fused& operator=(const Fused&) = delete;

  // After backward: adds the gradients that waited for all steps.
  void finish();

  // Null where x is to be computed the plain way.
  static Workspace* workspace_for(const Tensor& x);

 private:
  Workspace& workspace_;
};

}  // namespace heed::ops
