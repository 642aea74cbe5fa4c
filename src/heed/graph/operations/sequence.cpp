// Operations on sequences of vectors [rows, length, width] with their masks [rows, length].
#include "heed/graph/operations/groups.h"

namespace heed {
namespace {

void mean_over_time(Inference& node) {
  node.require_mask(1, 0);
  node.make({node.shape(0)[0], node.width(0)});
}

void ngram_scores(Inference& node) {
  const Shape& ids = node.shape(1);
  node.require(ids.size() == 2 && node.shape(2) == ids,
               "token numbers [rows, length] and a mask of their shape");
  node.make({ids[0], ids[1], node.parameter(0)[1]});
}

void keep_real(Inference& node) {
  node.require_mask(1, 0);
  node.width(0);
  node.make(node.shape(0));
}

void neighbours(Inference& node) {
  node.require_mask(1, 0);
  int64_t around = node.integer("width");
  node.require(around % 2 == 1, "an odd number of neighbours");
  node.make({node.shape(0)[0], node.shape(0)[1], node.width(0) * around});
}

void add_positions(Inference& node) {
  node.width(0);
  node.make(node.shape(0));
}

void append(Inference& node) {
  const Shape &cache = node.shape(0), &next = node.shape(1);
  node.require(cache[0] == next[0] && cache[1] == next[1] && next[2] == Dim(1) && cache[3] == next[3],
               "a cache [rows, heads, steps, width] and one step [rows, heads, 1, width]");
  node.require(cache[2] == axes::kSteps, "a cache that grows along the axis 'steps'");
  node.width(0);
  node.make({cache[0], cache[1], longer(cache[2], 1), cache[3]});
}

void everywhere(Inference& node) {
  const Shape& scores = node.shape(0);
  node.make({scores[0], 1, 1, scores[3]}, Type::flag);
}

void every_nth(Inference& node) {
  const Shape& in = node.shape(0);
  node.width(0);
  node.require_mask(1, 0);
  Dim length = divided(in[1], node.integer("stride"));
  node.make({in[0], length, in[2]});
  node.make({in[0], length}, Type::flag);
}

void part_vectors(Inference& node) {
  const Shape &words = node.shape(0), &owner = node.shape(1), &like = node.shape(2);
  node.require(words[0] == owner[0] && words[1] == owner[1] && like[0] == words[0],
               "vectors [rows, words, width], the part of each word [rows, words] and a mask [rows, parts]");
  node.make({words[0], like[1], node.width(0)});
}

void unfold_rows(Inference& node) {
  const Shape &in = node.shape(0), &mask = node.shape(1);
  node.require(in[0] == mask[0] * mask[1], "one row for each part of the mask [rows, parts]");
  node.width(0);
  Shape shape = {mask[0], mask[1]};
  shape.insert(shape.end(), in.begin() + 1, in.end());
  node.make(std::move(shape));
}

}  // namespace

std::vector<Operation> sequence_operations() {
  return {
      {"add_positions", {numbers("x", 3)}, {}, add_positions},
      {"append", {numbers("cache", 4), numbers("next", 4)}, {}, append},
      {"every_nth", {numbers("x", 3), flags("mask", 2)}, {integer("stride", 2, 1 << 20)}, every_nth, 2, 2},
      {"everywhere", {numbers("scores", 4)}, {}, everywhere},
      {"keep_real", {numbers("x", 3), flags("mask", 2)}, {}, keep_real},
      {"mean_of_parts", {numbers("x", 3), indices("part", 2, 2), flags("mask", 2)}, {}, part_vectors},
      {"mean_over_time", {numbers("x", 3), flags("mask", 2)}, {}, mean_over_time},
      {"ngram_scores",
       {parameter("table", 2), indices("ids", 2, 2), flags("mask", 2)},
       {integer("order", 1, 16)},
       ngram_scores},
      {"neighbours", {numbers("x", 3), flags("mask", 2)}, {integer("width", 1, 9999)}, neighbours},
      {"sum_over_time", {numbers("x", 3), flags("mask", 2)}, {}, mean_over_time},
      {"unfold_rows", {numbers("x", 2, 4), flags("mask", 2)}, {}, unfold_rows},
  };
}

}  // namespace heed
