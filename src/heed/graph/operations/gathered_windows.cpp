// Gathered windows: each query becomes a row of its own, with one key for each position of the window.
#include "heed/graph/operations/groups.h"

namespace heed {
namespace {

constexpr int64_t kWidest = 1 << 19;

// Rows of which each becomes one for each query.
Dim folded(Inference& node, const Dim& rows, const Dim& queries) {
  node.require(!rows.shares_axis(queries), "queries that are not rows already");
  return rows * queries;
}

void band_begin(Inference& node) {
  node.make(node.shape(0), Type::index);
}

void gather_band(Inference& node) {
  const Shape &in = node.shape(0), &begin = node.shape(1);
  node.require(in[0] == begin[0], "as many rows of windows as of what they look at");
  node.make({folded(node, begin[0], begin[1]), in[1], node.integer("width"), node.width(0)});
}

void gather_bias(Inference& node) {
  const Shape& begin = node.shape(1);
  node.require(!node.has(0) || node.shape(0)[0] == begin[0], "as many rows of windows as of the bias");
  node.make({folded(node, begin[0], begin[1]), node.integer("width")});
}

void gather_mask(Inference& node) {
  const Shape &mask = node.shape(0), &begin = node.shape(2);
  node.require(node.shape(1) == begin && mask[0] == begin[0], "a window for each centre");
  node.make({folded(node, begin[0], begin[1]), 1, 1, node.integer("before") + node.integer("after") + 1},
            Type::flag);
}

void gather_gaussian(Inference& node) {
  const Shape &in = node.shape(0), &begin = node.shape(2);
  node.require(node.shape(1) == begin && in[0] == folded(node, begin[0], begin[1]) && in[2] == Dim(1),
               "a row of weights for each centre");
  node.width(0);
  node.make(in);
}

void fold_queries(Inference& node) {
  const Shape& in = node.shape(0);
  node.make({folded(node, in[0], in[2]), in[1], 1, in[3]});
}

void unfold_queries(Inference& node) {
  const Shape &in = node.shape(0), &begin = node.shape(1);
  node.require(in[0] == folded(node, begin[0], begin[1]) && in[2] == Dim(1), "a row for each query");
  node.make({begin[0], in[1], begin[1], in[3]});
}

void spread(Inference& node) {
  const Shape &in = node.shape(0), &keys = node.shape(2);
  node.require(in[2] == Dim(1) && in[0] == keys[0], "one query for each row");
  if (node.has(1))
    node.require(node.shape(1) == Shape{in[0], 1}, "one window for each row");
  else
    node.require(in[3] == keys[2], "weights of the whole source");
  node.make({in[0], in[1], keys[2]});
}

}  // namespace

std::vector<Operation> gathered_window_operations() {
  return {
      {"band_begin",
       {numbers("centre", 2)},
       {integer("before", -(int64_t{1} << 62), int64_t{1} << 62)},
       band_begin},
      {"fold_queries", {numbers("x", 4)}, {}, fold_queries},
      {"gather_band",
       {numbers("x", 4), indices("begin", 2, 2)},
       {integer("width", 1, (1 << 20) - 1)},
       gather_band},
      {"gather_bias",
       {optional(numbers("bias", 2)), indices("begin", 2, 2)},
       {integer("width", 1, (1 << 20) - 1)},
       gather_bias},
      {"gather_gaussian",
       {numbers("weights", 4), numbers("centre", 2), indices("begin", 2, 2)},
       {real("deviation")},
       gather_gaussian},
      {"gather_mask",
       {flags("mask", 2), numbers("centre", 2), indices("begin", 2, 2)},
       {integer("before", 0, kWidest - 1), integer("after", 0, kWidest - 1)},
       gather_mask},
      {"spread", {numbers("weights", 4), optional(indices("begin", 2, 2)), numbers("keys", 4)}, {}, spread},
      {"unfold_queries", {numbers("x", 4), indices("begin", 2, 2)}, {}, unfold_queries},
  };
}

}  // namespace heed
