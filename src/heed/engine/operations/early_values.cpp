// The product that early_values.h makes once for each sentence: W v_j for every token j of the source.
#include <algorithm>

#include "heed/engine/operations.h"

namespace heed::engine {
namespace {

// Moves vectors that lie one after the other to the places of the tokens that the mask names, and fills the
// places of padding with zeros. It goes from the last place to the first: no vector moves to the front, so
// none is overwritten before it has moved.
void spread_out(const bool* mask, int64_t places, int64_t tokens, int64_t width, float* vectors) {
  for (int64_t place = places; place-- > 0;) {
    float* to = vectors + place * width;
    if (!mask[place])
      std::fill_n(to, width, 0.0F);
    else if (--tokens != place)
      std::copy_n(vectors + tokens * width, width, to);
  }
}

// The columns of W that begin at `at`, multiplied with values [B,1,T,D]. Padding is left out, and its product
// is zero.
Instruction make_linear_of_tokens(NodeBuilder& node) {
  const int64_t outputs = node.matrix(0).outputs, width = node.width(1);
  auto part = std::make_shared<ProductPart>(node.product(0), node.integer("at"), width);
  ValueId values = node.own(1), mask = node.own(2);
  ValueId out = node.make(), tokens = node.scratch(node.shape(1));
  return [=](const Frame& frame) {
    const float* from = frame.numbers(values);
    int64_t places = frame.size(values) / width;
    if (mask == kNone) return part->multiply(from, places, frame.numbers(out));
    const bool* real = frame.flags(mask);
    float* side_by_side = frame.numbers(tokens);
    int64_t count = 0;
    for (int64_t place = 0; place < places; ++place) {
      if (real[place]) std::copy_n(from + place * width, width, side_by_side + count++ * width);
    }
    part->multiply(side_by_side, count, frame.numbers(out));
    spread_out(real, places, count, outputs, frame.numbers(out));
  };
}

}  // namespace

Makers early_value_makers() {
  return {{"linear_of_tokens", make_linear_of_tokens}};
}

}  // namespace heed::engine
