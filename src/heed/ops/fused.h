// Fused operations, the fast way to train. While a Fused is alive on a thread, operations of that thread on
// floats that need gradients are computed by kernels/ instead of libtorch's many small steps. One difference
// is visible: the gradient of a parameter does not flow through the graph, but is added to its `.grad`. The
// gradient of a weight is a product, dyᵀ x over the rows of all steps; its factors are kept until finish().
// If workers share weights, the factors are kept until each worker computes a part of every product for all.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <unordered_map>

#include "heed/ops/tensor.h"

namespace heed::ops {

class SharedWeight;
class SharedCell;

// The number format of products with weights. Everything else, and every sum, is fp32.
enum class Precision { fp32, bf16 };

// Weights laid out for products, shared by workers whose weights lie in the same memory. A layout is made
// when it is first needed.
class Layouts {
 public:
  Layouts();
  ~Layouts();
  // Must be called when the weights have changed, while nobody uses them. Layouts are then made again: when
  // they are needed, or at once with each worker making a part.
  void forget();
  void remake(int64_t worker, int64_t workers);

 private:
  friend class SharedWeight;
  struct Entry;
  struct Key {
    const void* data;
    bool forward;
    auto operator<=>(const Key&) const = default;
  };
  Entry& entry(const Key& key);

  std::mutex mutex_;
  std::map<Key, std::unique_ptr<Entry>> entries_;
};

// The memory that a worker reuses from update to update, for the factors of gradients.
class Workspace {
 public:
  // Without shared layouts the workspace works alone: it assumes that the weights have changed whenever a
  // Fused is made, and computes the products itself.
  explicit Workspace(Precision precision = Precision::fp32, std::shared_ptr<Layouts> layouts = nullptr);
  ~Workspace();
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;

  SharedWeight& weight(const Tensor& leaf);
  SharedCell& cell(const Tensor& input, const Tensor& hidden);

  // Computes the rows `begin` to `end` of the kept products for this weight and adds them to its gradient.
  // The weight may be any worker's copy.
  void add_products(const Tensor& leaf, int64_t begin, int64_t end);
  void forget_products();

 private:
  friend class Fused;
  Precision precision_;
  bool shares_;
  std::shared_ptr<Layouts> layouts_;
  std::unordered_map<const void*, std::unique_ptr<SharedWeight>> weights_;
  std::unordered_map<const void*, std::unique_ptr<SharedCell>> cells_;
};

class Fused {
 public:
  explicit Fused(Workspace& workspace);
  ~Fused();
  Fused(const Fused&) = delete;
  Fused& operator=(const Fused&) = delete;

  // Must be called after the backward pass.
  void finish();

  // The workspace for x on this thread; null if x must be computed by the plain operations.
  static Workspace* workspace_for(const Tensor& x);

 private:
  Workspace& workspace_;
};

}  // namespace heed::ops
