// From a graph and its weights to a Program. The shapes of all values are inferred by the table of operations
// (graph/infer.h); each operation has a maker here, which gives the instruction that computes it.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "heed/engine/program.h"
#include "heed/engine/weights.h"
#include "heed/graph/graph.h"
#include "heed/graph/infer.h"

namespace heed::engine {

// One node while it is made into an instruction. Its inputs and attributes are what the table of operations
// asks for, and their shapes fit together.
class NodeBuilder {
 public:
  // An input's value; kNone if an optional input is left out. If the value belongs to sentences, Frame finds
  // the sentence of each row. Inputs that may be unbound or grow are refused: see the functions below.
  ValueId value(std::size_t i) const;
  // As value(), for an operation that reads all rows one behind the other: also refuses a value of a sentence
  // that several rows see.
  ValueId own(std::size_t i) const;
  // As value(), for an operation that can read a state that grows, head by head, with Frame::growing.
  ValueId value_or_growing(std::size_t i) const;
  // As value(), for an operation that asks Frame::is_bound whether an optional input of the graph was given.
  ValueId value_if_bound(std::size_t i) const;
  std::size_t input_count() const { return node_.inputs.size(); }
  bool has(std::size_t i) const { return i < node_.inputs.size() && !node_.inputs[i].empty(); }
  const Shape& shape(std::size_t i) const;
  int64_t width(std::size_t i) const { return shape(i).back().factor; }  // of the last dimension, a number
  // A parameter: its two dimensions, its numbers, the matrix that is multiplied with (whole, or some rows),
  // the table of vectors.
  MatrixSize matrix(std::size_t i) const;
  Parameter parameter(std::size_t i) const;
  std::shared_ptr<const Product> product(std::size_t i) const;
  std::shared_ptr<const Product> product(std::size_t i, int64_t first, int64_t rows) const;
  std::shared_ptr<const Table> table(std::size_t i) const;
  const float* numbers(std::size_t i) const;  // null if it was left out

  int64_t integer(const char* name) const { return std::get<int64_t>(node_.attributes.at(name)); }
  double real(const char* name) const { return std::get<double>(node_.attributes.at(name)); }
  std::string text(const char* name) const { return std::get<std::string>(node_.attributes.at(name)); }

  // The next output, of the shape that was inferred; or as a view of an input's memory.
  ValueId make();
  ValueId view(std::size_t input);
  // Memory that the instruction itself needs.
  ValueId scratch(Shape shape, Type type = Type::number);

  // Refuses the graph.
  void require(bool holds, const std::string& expected) const;

 private:
  friend class Builder;
  NodeBuilder(class Builder& builder, const Node& node) : node_(node), builder_(builder) {}
  const Value& known(std::size_t i) const;

  const Node& node_;
  class Builder& builder_;
  std::size_t made_ = 0;
};

class Builder {
 public:
  // `axes` are shared by the programs of one model; none: the program has its own.
  Builder(const Graph& graph, const WeightStore& parameters, std::shared_ptr<Axes> axes = {});
  Program build();
  const ValueTypes& types() const { return types_; }

 private:
  friend class NodeBuilder;
  ValueId add(const std::string& name, const ValueType& type, int32_t storage);
  ValueId add_own(const std::string& name, const ValueType& type);
  void add_node(const Node& node);
  void use(ValueId value);

  const Graph& graph_;
  const WeightStore& parameters_;
  ValueTypes types_;
  Program::Parts parts_;
  std::map<std::string, ValueId> named_;
  bool of_sentence_ = false;  // the node that is being made
  int32_t step_ = 0;
};

}  // namespace heed::engine
