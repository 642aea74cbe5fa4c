#include "heed/engine/contract.h"

#include <algorithm>

#include "heed/base/error.h"

namespace heed::engine {
namespace {

std::string declared(Type type, const Shape& shape) {
  return to_text(type) + " " + to_text(shape);
}

void require(const Graph& graph, const InputPort& input, bool holds, const std::string& expected) {
  if (!holds)
    throw InputError("the graph '" + graph.name + "': expected the input '" + input.name + "' to be " +
                     expected + ", found " + declared(input.type, input.shape) +
                     (input.per_sentence ? " per sentence" : ""));
}

void require_output(const Graph& graph, bool holds, const std::string& expected) {
  if (!holds)
    throw InputError("the graph '" + graph.name + "': expected " + expected + ", found none that is");
}

const OutputPort* find(const Graph& graph, Use use, const std::string& name) {
  auto found = std::find_if(graph.outputs.begin(), graph.outputs.end(),
                            [&](const OutputPort& one) { return one.use == use && one.name == name; });
  return found == graph.outputs.end() ? nullptr : &*found;
}

// A column of the data: its numbers, mask or copies, one for each position.
void require_column(const Graph& graph, const InputPort& input, bool per_sentence) {
  require(graph, input, input.column == kSourceColumn,
          std::string("of the column '") + kSourceColumn + "', the only one that is read");
  Type type = input.origin == Origin::mask ? Type::flag : Type::index;
  require(graph, input,
          input.type == type && input.shape == Shape{axes::kRows, axes::kSource} &&
              input.per_sentence == per_sentence && !input.optional,
          declared(type, {axes::kRows, axes::kSource}) + (per_sentence ? " per sentence" : " per row"));
}

bool is_column(const InputPort& input) {
  return input.origin == Origin::ids || input.origin == Origin::mask || input.origin == Origin::copies;
}

void require_memory(const Graph& encode, const Graph& step, const InputPort& input) {
  const OutputPort* made = find(encode, Use::memory, input.name);
  require_output(encode, made != nullptr, "the output '" + input.name + "' that a step remembers");
  require(step, input,
          input.per_sentence && !input.optional && made->type == input.type && made->shape == input.shape &&
              input.shape[0] == axes::kRows,
          declared(made->type, made->shape) + " per sentence, as the graph 'encode' makes it");
}

// A state keeps its shape, or grows by one step.
void require_state(const Graph& encode, const Graph& step, const InputPort& input) {
  const OutputPort* next = find(step, Use::state, input.name);
  require_output(step, next != nullptr, "the next state '" + input.name + "'");
  require(step, input,
          input.type == Type::number && !input.per_sentence && !input.optional &&
              input.shape[0] == axes::kRows && next->type == Type::number,
          "numbers that each row has for itself");
  bool grows =
      std::any_of(input.shape.begin(), input.shape.end(), [](const Dim& dim) { return dim == axes::kSteps; });
  if (!grows) {
    const OutputPort* first = find(encode, Use::state, input.name);
    require_output(encode, first != nullptr, "the first state '" + input.name + "'");
    require(
        step, input, first->shape == input.shape && next->shape == input.shape,
        declared(first->type, first->shape) + ", as the graph 'encode' makes it, before and after a step");
    return;
  }
  const Shape& shape = input.shape;
  require(step, input,
          shape.size() == 4 && shape[1].is_number() && shape[2] == axes::kSteps && shape[3].is_number(),
          "a state that grows, number [rows, heads, steps, width]");
  auto appends = std::find_if(step.nodes.begin(), step.nodes.end(), [&](const Node& node) {
    return node.op == "append" && node.inputs[0] == input.name && node.outputs[0] == next->value;
  });
  require_output(step, appends != step.nodes.end(),
                 "the next state '" + input.name + "' to be this one with a step appended");
  auto appended_twice = std::count_if(step.nodes.begin(), step.nodes.end(), [&](const Node& node) {
    return node.op == "append" && node.inputs[0] == input.name;
  });
  require_output(step, appended_twice == 1, "one operation that appends to '" + input.name + "'");
}

int64_t rows_of(const Parameters& parameters, const std::string& table) {
  std::vector<int64_t> shape = parameters.shape(table);
  return shape.empty() ? 0 : shape[0];
}

void require_table(const Graph& graph, Origin origin, const Parameters& parameters, int64_t words) {
  for (const InputPort& input : graph.inputs) {
    if (input.origin != origin) continue;
    for (const Node& node : graph.nodes) {
      if (node.op != "embedding" || node.inputs[1] != input.name) continue;
      int64_t rows = rows_of(parameters, node.inputs[0]);
      if (rows != words)
        throw InputError("expected '" + node.inputs[0] + "' to have " + std::to_string(words) +
                         " rows, as many as the vocabulary has tokens; found " + std::to_string(rows));
    }
  }
}

}  // namespace

const Graph& graph_of(const std::vector<Graph>& graphs, const std::string& name) {
  for (const Graph& graph : graphs) {
    if (graph.name == name) return graph;
  }
  throw InputError("expected a graph '" + name + "', found none");
}

void require_inputs(const Graph& encode, const Graph& step) {
  auto require_optional = [](const Graph& graph, const InputPort& input) {
    require(graph, input, input.origin == Origin::given && input.optional,
            "of an origin that this graph can have, or optional");
  };
  for (const InputPort& input : encode.inputs) {
    if (is_column(input))
      require_column(encode, input, false);
    else
      require_optional(encode, input);
  }
  bool reads_token = false;
  for (const InputPort& input : step.inputs) {
    if (is_column(input)) {
      require_column(step, input, true);
    } else if (input.origin == Origin::token) {
      require(step, input,
              input.type == Type::index && input.shape == Shape{axes::kRows} && !input.per_sentence &&
                  !input.optional && !reads_token,
              "the one token that each row wrote last, index [rows]");
      reads_token = true;
    } else if (input.origin == Origin::encode) {
      require_memory(encode, step, input);
    } else if (input.origin == Origin::state) {
      require_state(encode, step, input);
    } else {
      require_optional(step, input);
    }
  }
  require_output(step, reads_token, "an input that is the token written last");
}

void require_tables(const Graph& encode, const Graph& step, const Parameters& parameters,
                    const TaskSizes& sizes) {
  require_table(encode, Origin::ids, parameters, sizes.source_vocabulary);
  require_table(step, Origin::token, parameters, sizes.target_vocabulary);
}

void require_log_probs(const Graph& step, const TaskSizes& sizes) {
  Shape expected = {axes::kRows, sizes.copies ? axes::kExtended : Dim(sizes.target_vocabulary)};
  auto is_log_probs = [](const OutputPort& one) { return one.use == Use::log_probs; };
  auto found = std::find_if(step.outputs.begin(), step.outputs.end(), is_log_probs);
  require_output(step,
                 std::count_if(step.outputs.begin(), step.outputs.end(), is_log_probs) == 1 &&
                     found->type == Type::number && found->shape == expected,
                 "one output of log-probabilities " + to_text(expected));
}

std::vector<OutputPort> attention_of(const Graph& graph) {
  std::vector<OutputPort> found;
  Dim queries = graph.name == "step" ? Dim(1) : axes::kSource;
  for (const OutputPort& output : graph.outputs) {
    if (output.use == Use::begin) {
      require_output(graph, output.type == Type::index && output.shape == Shape{axes::kRows, queries},
                     "'" + output.name + "' to be index " + to_text(Shape{axes::kRows, queries}));
      require_output(graph,
                     std::any_of(graph.outputs.begin(), graph.outputs.end(),
                                 [&](const OutputPort& one) {
                                   return one.use == Use::attention && one.block == output.block;
                                 }),
                     "weights that '" + output.name + "' belongs to");
    }
    if (output.use != Use::attention) continue;
    const Shape& shape = output.shape;
    require_output(graph,
                   output.type == Type::number && shape.size() == 4 && shape[0] == axes::kRows &&
                       shape[1].is_number() && shape[2] == queries,
                   "'" + output.name + "' to be weights [rows, heads, " + to_text(queries) + ", keys]");
    require_output(graph,
                   std::none_of(found.begin(), found.end(),
                                [&](const OutputPort& one) { return one.block == output.block; }),
                   "blocks of attention with different names");
    found.push_back(output);
  }
  return found;
}

std::string begin_of(const std::vector<OutputPort>& outputs, const AttentionBlock& block) {
  for (const OutputPort& output : outputs) {
    if (output.use == Use::begin && output.block == block) return output.name;
  }
  return "";
}

}  // namespace heed::engine
