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

}  // namespace

// The columns of W that begin at `at`, multiplied with values [B,1,Tk,D]; padding is left out, and its
// product is zero.
Instruction make_linear_of_tokens(Making& making) {
  const auto [outputs, inputs] = making.matrix(0);
  making.require_input(1, 4);
  making.require_input(2, 2, Type::flag);
  const Shape in = making.shape(1);
  int64_t first = making.integer("at"), width = making.width(1);
  making.require(in[1] == Dim{1} && making.shape(2) == Shape{in[0], in[2]}, "a mask of one head's values");
  making.require(first >= 0 && first % ProductPart::kStep == 0 && first <= inputs - width,
                 "a part of the weights' columns");
  auto part = std::make_shared<ProductPart>(making.product(0), first, width);
  ValueId values = making.own(1), mask = making.own(2);
  ValueId out = making.make({in[0], in[1], in[2], {outputs}}), tokens = making.scratch(in);
  return [=, outputs = outputs](const Frame& frame) {
    const bool* real = frame.flags(mask);
    const float* from = frame.numbers(values);
    float* side_by_side = frame.numbers(tokens);
    int64_t places = frame.size(mask), count = 0;
    for (int64_t place = 0; place < places; ++place) {
      if (real[place]) std::copy_n(from + place * width, width, side_by_side + count++ * width);
    }
    part->multiply(side_by_side, count, frame.numbers(out));
    spread_out(real, places, count, outputs, frame.numbers(out));
  };
}

}  // namespace heed::engine
