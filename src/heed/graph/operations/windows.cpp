// Windows of attention as masks and factors over the whole source.
#include "heed/graph/operations/groups.h"

namespace heed {
namespace {

void positions(Inference& node) {
  node.make({node.shape(0)[0], node.shape(0)[1]});
}

void lengths(Inference& node) {
  node.make({node.shape(0)[0]});
}

void centre(Inference& node) {
  std::string kind = node.text("kind");
  const Shape& in = node.shape(0);
  node.require(node.has(1) == (kind != "median"), "lengths, but for the median");
  if (kind == "median") {
    node.require(in.size() == 3, "weights [rows, heads, keys]");
    node.make({in[0], 1});
    return;
  }
  bool monotonic = kind == "monotonic";
  node.require(node.shape(1)[0] == in[0], "a length for each row");
  node.require(monotonic ? in.size() == 2 : in.size() == 3 && in[2] == Dim(1), "a position for each query");
  node.make({in[0], in[1]});
}

void band(Inference& node) {
  const Shape& mask = node.shape(0);
  bool open = node.integer("before") < 0 && node.integer("after") < 0;
  if (!node.has(1) || open) {
    node.make({mask[0], 1, 1, mask[1]}, Type::flag);
    return;
  }
  const Shape& centre = node.shape(1);
  node.require(centre[0] == mask[0], "as many rows of centres as of the mask");
  node.make({centre[0], 1, centre[1], mask[1]}, Type::flag);
}

void gaussian(Inference& node) {
  node.require(node.shape(1) == Shape{node.shape(0)[0], node.shape(0)[2]}, "a centre for each query");
  node.make(node.shape(0));
}

void no_weights(Inference& node) {
  const Shape& keys = node.shape(0);
  node.make({keys[0], keys[1], keys[2]});
}

void no_position(Inference& node) {
  node.make({node.shape(0)[0], 1});
}

constexpr int64_t kAny = int64_t{1} << 62;

}  // namespace

std::vector<Operation> window_operations() {
  return {
      {"band",
       {flags("mask", 2), optional(numbers("centre", 2))},
       {integer("before", -kAny, kAny), integer("after", -kAny, kAny)},
       band},
      {"centre",
       {numbers("x", 2, 3), optional(numbers("lengths", 1))},
       {text("kind", {"monotonic", "predicted", "median"})},
       centre},
      {"gaussian", {numbers("weights", 4), numbers("centre", 2)}, {real("deviation")}, gaussian},
      {"lengths", {flags("mask", 2), numbers("like", 1, 8)}, {}, lengths},
      {"no_position", {numbers("keys", 1, 8)}, {}, no_position},
      {"no_weights", {numbers("keys", 4)}, {}, no_weights},
      {"positions", {numbers("x", 2, 8)}, {}, positions},
  };
}

}  // namespace heed
