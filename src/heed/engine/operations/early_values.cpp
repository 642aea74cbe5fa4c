// The operations of early_values.h: W v_j for every token j of the source, computed once for each sentence,
// and their weighted sum in a step.
#include <algorithm>

#include "heed/engine/operations.h"
#include "heed/kernels/attention.h"
#include "heed/kernels/int8_vectors.h"

namespace heed::engine {
namespace {

constexpr bool is_int8_layout_as_declared() {
  for (int64_t width = 1; width <= 8; ++width)
    if (kernels::int8_vector_bytes(width) != 4 * constants::int8_vector_floats(width)) return false;
  return true;
}
static_assert(is_int8_layout_as_declared());

// Stores the products of the tokens as floats, or rounded to eight bits.
class Products {
 public:
  Products(float* to, int64_t outputs, bool int8)
      : to_(to),
        outputs_(outputs),
        stride_(int8 ? constants::int8_vector_floats(outputs) : outputs),
        int8_(int8) {}
  void put(int64_t place, const float* product) const {
    float* to = to_ + place * stride_;
    if (int8_)
      kernels::round_to_int8(product, outputs_, reinterpret_cast<std::byte*>(to));
    else
      std::copy_n(product, outputs_, to);
  }
  void put_zeros(int64_t place) const { std::fill_n(to_ + place * stride_, stride_, 0.0F); }

 private:
  float* to_;
  int64_t outputs_, stride_;
  bool int8_;
};

// Multiplies the columns of W that begin at `at` with values [B,1,T,D], some tokens at a time. Padding is
// skipped, and its product is zero.
Instruction make_linear_of_tokens(NodeBuilder& node) {
  constexpr int64_t kTogether = 128;
  const int64_t outputs = node.matrix(0).outputs, width = node.width(1);
  auto part = std::make_shared<ProductPart>(node.product(0), node.integer("at"), width);
  bool int8 = node.integer("int8") == 1;
  ValueId values = node.own(1), mask = node.own(2), out = node.make();
  ValueId some = node.scratch({kTogether, width}), made = node.scratch({kTogether, outputs});
  return [=](const Frame& frame) {
    const float* from = frame.numbers(values);
    const bool* real = mask == kNone ? nullptr : frame.flags(mask);
    Products products(frame.numbers(out), outputs, int8);
    int64_t places[kTogether], count = 0;
    auto multiply = [&] {
      part->multiply(frame.numbers(some), count, frame.numbers(made));
      for (int64_t i = 0; i < count; ++i) products.put(places[i], frame.numbers(made) + i * outputs);
      count = 0;
    };
    for (int64_t place = 0, all = frame.size(values) / width; place < all; ++place) {
      if (real != nullptr && !real[place]) {
        products.put_zeros(place);
        continue;
      }
      std::copy_n(from + place * width, width, frame.numbers(some) + count * width);
      places[count++] = place;
      if (count == kTogether) multiply();
    }
    if (count > 0) multiply();
  };
}

Instruction make_weigh_int8(NodeBuilder& node) {
  int64_t width = node.integer("width");
  ValueId weights = node.value(0), values = node.value(1), out = node.make();
  return [=](const Frame& frame) {
    kernels::AttentionShape shape{1, frame.dim(weights, 2), frame.dim(values, 2), width};
    for (int64_t r = 0, rows = frame.rows(out); r < rows; ++r)
      kernels::weigh_int8_forward(shape, frame.numbers(weights, r),
                                  reinterpret_cast<const std::byte*>(frame.numbers(values, r)),
                                  frame.numbers(out) + r * frame.row_size(out));
  };
}

}  // namespace

Makers early_value_makers() {
  return {{"linear_of_tokens", make_linear_of_tokens}, {"weigh_int8", make_weigh_int8}};
}

}  // namespace heed::engine
