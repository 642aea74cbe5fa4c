// Operations that turn scores of tokens into log-probabilities.
#include "heed/graph/operations/groups.h"

namespace heed {
namespace {

void log_softmax(Inference& node) {
  node.width(0);
  node.make(node.shape(0));
}

void mix_copy(Inference& node) {
  const Shape &logits = node.shape(0), &weights = node.shape(2);
  node.width(0);
  node.require(node.shape(1) == Shape{logits[0], 1}, "one gate for each row");
  node.require(weights[0] == logits[0] && node.shape(3) == Shape{logits[0], weights[2]},
               "a copy for each weight");
  node.make({logits[0], axes::kExtended});
}

}  // namespace

std::vector<Operation> output_operations() {
  return {
      {"log_softmax", {numbers("x", 2, 8)}, {}, log_softmax},
      {"mix_copy",
       {numbers("logits", 2), numbers("gate", 2), numbers("weights", 3), indices("copies", 2, 2)},
       {},
       mix_copy},
  };
}

}  // namespace heed
