// Operations for scores [rows, heads, queries, keys], weights of the same shape, and the weighted sum.
#include "heed/graph/operations/constants.h"
#include "heed/graph/operations/groups.h"

namespace heed {
namespace {

// Scores of the queries of input `query` for the keys of input `keys`.
Shape scores(Inference& node, std::size_t query, std::size_t keys) {
  const Shape &q = node.shape(query), &k = node.shape(keys);
  node.require(q[0] == k[0] && q[1] == k[1], "as many rows and heads of queries as of keys");
  return {q[0], q[1], q[2], k[2]};
}

void score_additive(Inference& node) {
  int64_t width = node.width(1);
  node.require(node.width(0) == width, "queries as wide as keys");
  node.require_parameter(2, {width});
  node.require(!node.has(3) || node.shape(3) == node.shape(1), "a feature for each key, as wide as it");
  node.make(scores(node, 0, 1));
}

void score_dot(Inference& node) {
  node.require(node.width(0) == node.width(1), "queries as wide as keys");
  node.make(scores(node, 0, 1));
}

void score_location(Inference& node) {
  node.width(0);
  node.require(
      !node.has(2) || (node.shape(2)[0] * node.shape(2)[1] == node.shape(0)[0] && node.shape(0)[2] == Dim(1)),
      "one window for each row");
  node.make(scores(node, 0, 1));
}

void convolve(Inference& node) {
  std::vector<int64_t> filters = node.parameter(1);
  node.require(filters[1] % 2 == 1, "filters of an odd width");
  const Shape& in = node.shape(0);
  node.make({in[0], in[1], in[2], filters[0]});
}

void weigh(Inference& node) {
  const Shape &w = node.shape(0), &v = node.shape(1);
  node.require(w[0] == v[0] && w[1] == v[1] && w[3] == v[2],
               "weights [rows, heads, queries, keys] and values [rows, heads, keys, width]");
  node.width(1);
  node.make({w[0], w[1], w[2], v[3]});
}

// The weighted sum of values of one head that linear_of_tokens rounded to eight bits.
void weigh_int8(Inference& node) {
  const Shape &w = node.shape(0), &v = node.shape(1);
  int64_t width = node.integer("width");
  node.require(w[0] == v[0] && w[1] == Dim(1) && v[1] == Dim(1) && w[3] == v[2] &&
                   node.width(1) == constants::int8_vector_floats(width),
               "weights [rows, 1, queries, keys] and values [rows, 1, keys, ⌈width / 4⌉ + 1]");
  node.make({w[0], w[1], w[2], width});
}

void normalise(Inference& node) {
  const Shape &in = node.shape(0), &allowed = node.shape(1);
  node.require(allowed[0] == in[0] && allowed[1] == Dim(1) && (allowed[2] == Dim(1) || allowed[2] == in[2]) &&
                   allowed[3] == in[3],
               "a mask of the scores");
  node.require(!node.has(2) || node.shape(2) == Shape{in[0], in[3]}, "a bias for each key");
  bool structured = node.text("kind") == "structured";
  node.require(node.has(3) == structured,
               "pairwise potentials where the normaliser is structured, and only there");
  node.require_parameter(3, {2, 2});
  node.make(in);
}

// Weights of all keys, or of windows that were gathered: then each query is a row of its own.
void given_weights(Inference& node) {
  const Shape& weights = node.shape(0);
  if (node.has(1) && node.has(2)) {
    const Shape &given = node.shape(1), &begin = node.shape(2);
    node.require(weights[0] == begin[0] * begin[1] && weights[1] == given[1] && weights[2] == Dim(1) &&
                     given[0] == begin[0] && given[2] == begin[1],
                 "given weights of the rows, heads and queries of those that they replace");
    node.width(0);
  } else {
    node.require(!node.has(1) || node.shape(1) == weights,
                 "given weights of the shape of those that they replace");
  }
  node.make(weights);
}

AttributeRule only_for(const char* kind, AttributeRule rule) {
  rule.only_for = kind;
  return rule;
}

}  // namespace

std::vector<Operation> attention_operations() {
  return {
      {"convolve", {numbers("weights", 3), parameter("filters", 2)}, {}, convolve},
      {"given_weights",
       {numbers("weights", 4), optional(numbers("given", 4)), optional(indices("begin", 2, 2))},
       {},
       given_weights},
      {"normalise",
       {numbers("scores", 4), flags("allowed", 4), optional(numbers("bias", 2)),
        optional(parameter("pairwise", 2))},
       {text("kind", {"softmax", "smoothing", "top-k", "sparsemax", "hard", "structured"}),
        only_for("softmax", real("scale")), only_for("top-k", integer("k", 1, int64_t{1} << 40)),
        only_for("structured", integer("renormalise", 0, 1))},
       normalise},
      {"score_additive",
       {numbers("query", 4), numbers("keys", 4), parameter("v", 1), optional(numbers("feature", 4))},
       {},
       score_additive},
      {"score_dot", {numbers("query", 4), numbers("keys", 4)}, {real("scale")}, score_dot},
      {"score_location",
       {numbers("all", 4), numbers("keys", 4), optional(indices("begin", 2, 2))},
       {},
       score_location},
      {"weigh", {numbers("weights", 4), numbers("values", 4)}, {}, weigh},
      {"weigh_int8",
       {numbers("weights", 4), numbers("values", 4)},
       {integer("width", 1, 1 << 24)},
       weigh_int8,
       1,
       1,
       false,
       false},
  };
}

}  // namespace heed
