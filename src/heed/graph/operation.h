// The definition of an operation of a graph: its inputs, its attributes, the number of its outputs, and their
// shapes. The recorder (ops/), the checks of a graph, the engine and the tests all read this table.
// docs/add-an-operation.md shows how to add an operation.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "heed/graph/graph.h"

namespace heed {

struct Argument {
  const char* name;
  bool is_parameter = false;  // a parameter of the model, not a value that changes from run to run
  Type type = Type::number;   // type of a value; parameters are numbers
  std::size_t least_rank = 1, most_rank = 8;
  bool optional = false;
};

// Helpers that make the arguments of the table below.
Argument numbers(const char* name, std::size_t rank);
Argument numbers(const char* name, std::size_t least_rank, std::size_t most_rank);
Argument flags(const char* name, std::size_t rank);
Argument indices(const char* name, std::size_t least_rank, std::size_t most_rank);
Argument parameter(const char* name, std::size_t rank);
Argument optional(Argument argument);

struct AttributeRule {
  enum class Kind { integer, real, text };
  const char* name;
  Kind kind = Kind::integer;
  int64_t least = std::numeric_limits<int64_t>::min(), most = std::numeric_limits<int64_t>::max();
  std::vector<const char*> choices = {};  // allowed values of a text; empty: any
  std::string only_for = {};  // the `kind` of the nodes that have this attribute; empty: every node
};

AttributeRule integer(const char* name, int64_t least, int64_t most);
AttributeRule real(const char* name);
AttributeRule text(const char* name, std::vector<const char*> choices);

class Inference;

struct Operation {
  const char* name;
  std::vector<Argument> inputs;
  std::vector<AttributeRule> attributes;
  // Declares the outputs in order, with their shapes. Refuses inputs whose shapes do not fit together.
  void (*infer)(Inference&);
  std::size_t least_outputs = 1, most_outputs = 1;
  bool repeats = false;  // the last input may occur any number of times, at least once
  bool recorded = true;  // false: the operation is only made when the engine rewrites a graph
};

// All operations, sorted by name.
std::span<const Operation> operations();
// The operation with this name. Throws InputError, which says what to do, if there is none.
const Operation& operation(const std::string& name);

// Throws InputError unless the node has the inputs, attributes and outputs that the table requires.
void check_node(const Node& node);

// Describes a node in errors.
std::string described(const Node& node);

}  // namespace heed
