// Builds a Program from a graph and its weights. The table of operations infers the shapes of all values
// (graph/infer.h). For each operation, a maker here returns the instruction that computes it.
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

// A node that is being turned into an instruction. Its inputs, attributes and shapes have been checked
// against the table of operations.
class NodeBuilder {
 public:
  // The value of an input; kNone if an optional input is left out. If the value belongs to sentences, Frame
  // finds the sentence of each row. Refuses the graph if the input may be unbound or may grow; the functions
  // below allow these.
  ValueId value(std::size_t i) const;
  // Like value(), for an operation that reads all rows as one block. Also refuses a value of sentences that
  // several rows share.
  ValueId own(std::size_t i) const;
  // Like value(), but allows a growing state, which the operation must read head by head with Frame::growing.
  ValueId value_or_growing(std::size_t i) const;
  // Like value(), but allows an optional input of the graph. The operation must ask Frame::is_bound whether
  // it was given.
  ValueId value_if_bound(std::size_t i) const;
  std::size_t input_count() const { return node_.inputs.size(); }
  bool has(std::size_t i) const { return i < node_.inputs.size() && !node_.inputs[i].empty(); }
  const Shape& shape(std::size_t i) const;
  // the last dimension, which must be a number
  int64_t width(std::size_t i) const { return shape(i).back().factor; }
  // A parameter: its dimensions, its numbers, the matrix for products (all rows or some of them), or the
  // table of vectors.
  MatrixSize matrix(std::size_t i) const;
  Parameter parameter(std::size_t i) const;
  std::shared_ptr<const Product> product(std::size_t i) const;
  std::shared_ptr<const Product> product(std::size_t i, int64_t first, int64_t rows) const;
  std::shared_ptr<const Table> table(std::size_t i) const;
  const float* numbers(std::size_t i) const;  // null if an optional parameter was left out

  int64_t integer(const char* name) const { return std::get<int64_t>(node_.attributes.at(name)); }
  double real(const char* name) const { return std::get<double>(node_.attributes.at(name)); }
  std::string text(const char* name) const { return std::get<std::string>(node_.attributes.at(name)); }

  // Makes the next output with the inferred shape, in memory of its own or as a view of an input's memory.
  ValueId make();
  ValueId view(std::size_t input);
  // Reserves memory that the instruction itself needs while it runs.
  ValueId scratch(Shape shape, Type type = Type::number);

  // Refuses the graph with the message `expected` unless `holds`.
  void require(bool holds, const std::string& expected) const;

 private:
  friend class Builder;
  NodeBuilder(class Builder& builder, const Node& node) : node_(node), builder_(builder) {}
  const Value& known(std::size_t i) const;

  const Node& node_;
  class Builder& builder_;
  std::size_t next_output_ = 0;
};

class Builder {
 public:
  // `axes` are shared by the programs of one model; null: the program has axes of its own.
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
  bool of_sentence_ = false;  // whether the current node depends on sentences alone
  int32_t step_ = 0;
};

}  // namespace heed::engine
