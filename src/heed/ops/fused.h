// The fast way to train. While a Fused is alive on a thread, operations there on floats that need gradients
// are made by kernels/ instead of libtorch's small steps. They differ from the plain ones in one thing that
// can be seen: the gradient of a parameter does not flow through the graph, but is added to its `.grad`. That
// of a weight is a product, dyᵀ x over the rows of all steps; its factors are kept until finish(), and where
// workers share weights until each of them makes a part of every product for all.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <unordered_map>

#include "heed/ops/tensor.h"

namespace heed::ops {

class SharedWeight;
class SharedCell;

// What products of weights are computed in; everything else, and every sum, is fp32.
enum class Precision { fp32, bf16 };

// Weights laid out for products, shared by workers whose weights lie in the same memory. A layout is made
// when it is first wanted.
class Layouts {
 public:
  Layouts();
  ~Layouts();
  // Called when the weights have changed, while nobody uses them: what was laid out is made again when it is
  // wanted, or at once, a worker's part of the whole.
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

// What a worker keeps from update to update: room for what is collected.
class Workspace {
 public:
  // Without layouts to share it works for itself: it takes the weights to have changed whenever a Fused is
  // made, and makes the products.
  explicit Workspace(Precision precision = Precision::fp32, std::shared_ptr<Layouts> layouts = nullptr);
  ~Workspace();
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;

  SharedWeight& weight(const Tensor& leaf);
  SharedCell& cell(const Tensor& input, const Tensor& hidden);

  // Adds the rows from `begin` to `end` of the products that were kept for this weight, by whichever worker's
  // name for it, to its gradient.
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

  // After backward.
  void finish();

  // Null where x is to be computed the plain way.
  static Workspace* workspace_for(const Tensor& x);

 private:
  Workspace& workspace_;
};

}  // namespace heed::ops
