// From a graph and its weights to a Program. Each operation has a maker, which checks its inputs, says what
// its outputs look like and gives the instruction that makes them.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "heed/engine/program.h"
#include "heed/engine/weights.h"
#include "heed/graph/graph.h"

namespace heed::engine {

// What an input of a graph looks like.
struct InputShape {
  std::string name;
  Type type = Type::number;
  Shape shape;
  bool of_sentence = false;
};

// One node while it is made into an instruction.
class Making {
 public:
  const Node& node;

  // An input that was made before; kNone where an optional one is left out.
  ValueId value(std::size_t i) const;
  // The same, of rows as this node has them: not one of a sentence at which several rows look.
  ValueId own(std::size_t i) const;
  bool has(std::size_t i) const { return i < node.inputs.size() && !node.inputs[i].empty(); }
  const Shape& shape(std::size_t i) const;
  Type type(std::size_t i) const;
  // Of a parameter: its dimensions, of which there must be two; itself; as a matrix that is multiplied with,
  // whole or some rows; as a table.
  MatrixSize matrix(std::size_t i) const;
  Parameter parameter(std::size_t i) const;
  std::shared_ptr<const Product> product(std::size_t i) const;
  std::shared_ptr<const Product> product(std::size_t i, int64_t first, int64_t rows) const;
  std::shared_ptr<const Table> table(std::size_t i) const;
  // Of a parameter with these dimensions, null if it was left out.
  const float* numbers(std::size_t i, std::vector<int64_t> shape) const;

  int64_t integer(const char* name) const;
  double real(const char* name) const;
  std::string text(const char* name) const;

  // The next output, of this shape; or a view of an input's memory.
  ValueId make(Shape shape, Type type = Type::number);
  ValueId view(std::size_t input, Shape shape);
  // Room that the instruction itself needs.
  ValueId scratch(Shape shape, Type type = Type::number);

  // Refuses the graph.
  void require(bool holds, const char* expected) const;
  // That input i has so many dimensions and is of this type.
  void require_input(std::size_t i, std::size_t dims, Type type = Type::number) const;
  // That input i has a flag for each of the first two dimensions of input `of`.
  void require_mask(std::size_t i, std::size_t of) const;
  // Of the last dimension, which must be a number; so must what lies there.
  int64_t width(std::size_t i) const;

 private:
  friend class Builder;
  Making(class Builder& builder, const Node& of) : node(of), builder_(builder) {}

  class Builder& builder_;
  std::size_t made_ = 0;
  mutable std::set<std::size_t> used_;  // inputs
};

class Builder {
 public:
  Builder(const Graph& graph, const Parameters& parameters, const std::vector<InputShape>& inputs);
  Program build();

 private:
  friend class Making;
  ValueId add(const std::string& name, Type type, Shape shape, bool of_sentence, int32_t storage);
  ValueId add_own(const std::string& name, Type type, Shape shape);
  void use(ValueId value);

  const Graph& graph_;
  const Parameters& parameters_;
  Program::Parts parts_;
  std::map<std::string, ValueId> named_;
  bool of_sentence_ = false;  // the node that is being made
  int32_t step_ = 0;
};

}  // namespace heed::engine
