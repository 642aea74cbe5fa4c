// Operations on one element or vector at a time.
#include "heed/graph/operations/groups.h"

namespace heed {
namespace {

void same_shape(Inference& node) {
  node.make(node.shape(0));
}

void embedding(Inference& node) {
  Shape shape = node.shape(1);
  shape.push_back(node.parameter(0)[1]);
  node.make(std::move(shape));
}

void add(Inference& node) {
  node.require(node.shape(0) == node.shape(1), "numbers of one shape");
  node.make(node.shape(0));
}

void scale(Inference& node) {
  node.require_parameter(1, {1});
  node.make(node.shape(0));
}

void unit(Inference& node) {
  node.width(0);
  node.make(node.shape(0));
}

void layer_norm(Inference& node) {
  node.require_parameter(1, {node.width(0)});
  node.require_parameter(2, {node.width(0)});
  node.make(node.shape(0));
}

void maxout(Inference& node) {
  node.require(node.width(0) % 2 == 0, "an even width");
  Shape shape = node.shape(0);
  shape.back() = node.width(0) / 2;
  node.make(std::move(shape));
}

void concat(Inference& node) {
  Shape shape = node.shape(0);
  int64_t width = 0;
  for (std::size_t i = 0; i < node.node.inputs.size(); ++i) {
    Shape own = node.shape(i);
    width += node.width(i);
    own.back() = shape.back() = 1;
    node.require(own == shape, "parts that differ in nothing but their width");
  }
  shape.back() = width;
  node.make(std::move(shape));
}

void heads(Inference& node) {
  std::string kind = node.text("kind");
  int64_t heads = node.integer("heads"), width = node.width(0);
  const Shape& in = node.shape(0);
  if (kind == "split") {
    node.require((in.size() == 2 || in.size() == 3) && width % heads == 0,
                 "a width that the heads can share");
    node.make({in[0], heads, in.size() == 2 ? Dim(1) : in[1], width / heads});
    return;
  }
  bool step = kind == "join_step";
  node.require(in.size() == 4 && in[1] == Dim(heads) && (!step || in[2] == Dim(1)),
               step ? "one step of heads" : "heads of a sequence");
  if (step)
    node.make({in[0], heads * width});
  else
    node.make({in[0], in[2], heads * width});
}

void broadcast(Inference& node) {
  node.make({node.shape(0)[0], node.parameter(1)[0]});
}

void zero_state(Inference& node) {
  node.make({node.shape(0)[0], node.integer("width")});
}

}  // namespace

std::vector<Operation> pointwise_operations() {
  return {
      {"activation", {numbers("x", 1, 8)}, {text("kind", {"tanh", "relu", "sigmoid"})}, same_shape},
      {"add", {numbers("a", 1, 8), numbers("b", 1, 8)}, {}, add},
      {"broadcast", {numbers("like", 1, 8), parameter("vector", 1)}, {}, broadcast},
      {"concat", {numbers("part", 2, 8)}, {}, concat, 1, 1, true},
      {"embedding", {parameter("table", 2), indices("ids", 1, 2)}, {}, embedding},
      {"heads",
       {numbers("x", 2, 4)},
       {integer("heads", 1, 1 << 20), text("kind", {"split", "join", "join_step"})},
       heads},
      {"layer_norm", {numbers("x", 2, 8), parameter("gain", 1), parameter("bias", 1)}, {}, layer_norm},
      {"maxout", {numbers("x", 2, 8)}, {}, maxout},
      {"scale", {numbers("x", 1, 8), parameter("factor", 1)}, {}, scale},
      {"shift", {numbers("x", 1, 8)}, {real("by")}, same_shape},
      {"unit", {numbers("x", 2, 8)}, {}, unit},
      {"zero_state", {numbers("like", 1, 8)}, {integer("width", 1, 1 << 24)}, zero_state},
  };
}

}  // namespace heed
