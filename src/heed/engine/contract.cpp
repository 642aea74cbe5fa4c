#include "heed/engine/contract.h"

#include <algorithm>
#include <optional>

#include "heed/base/error.h"
#include "heed/base/options.h"

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

void require_remembered(const Graph& encode, const Graph& step, const InputPort& input) {
  const OutputPort* made = find(encode, Use::memory, input.name);
  require_output(encode, made != nullptr, "the output '" + input.name + "' that a step remembers");
  require(step, input,
          input.per_sentence && !input.optional && made->type == input.type && made->shape == input.shape &&
              input.shape[0] == axes::kRows,
          declared(made->type, made->shape) + " per sentence, as the graph 'encode' makes it");
}

// Requires that a state keeps its shape or grows by one step.
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

int64_t rows_of(const WeightStore& parameters, const std::string& table) {
  std::vector<int64_t> shape = parameters.shape(table);
  return shape.empty() ? 0 : shape[0];
}

void require_table(const Graph& graph, const InputPort& input, const WeightStore& parameters, int64_t words) {
  for (const Node& node : graph.nodes) {
    if (node.op != "embedding" || node.inputs[1] != input.name) continue;
    int64_t rows = rows_of(parameters, node.inputs[0]);
    if (rows != words)
      throw InputError("expected '" + node.inputs[0] + "' to have " + std::to_string(words) +
                       " rows, as many as the vocabulary has tokens; found " + std::to_string(rows));
  }
}

// Requires an input that is not a column to be optional.
void require_optional(const Graph& graph, const InputPort& input) {
  require(graph, input, input.origin == Origin::given && input.optional,
          "of an origin that this graph can have, or optional");
}

}  // namespace

const Graph& graph_of(const std::vector<Graph>& graphs, const std::string& name) {
  for (const Graph& graph : graphs) {
    if (graph.name == name) return graph;
  }
  throw InputError("expected a graph '" + name + "', found none");
}

ColumnPlan require_inputs(const Graph& forward) {
  ColumnPlan plan;
  plan.add(forward, /*per_sentence=*/false);
  for (const InputPort& input : forward.inputs)
    if (!is_column(input)) require_optional(forward, input);
  return plan;
}

ColumnPlan require_inputs(const Graph& encode, const Graph& step) {
  ColumnPlan plan = require_inputs(encode);
  plan.add(step, /*per_sentence=*/true);
  bool reads_token = false;
  for (const InputPort& input : step.inputs) {
    if (input.origin == Origin::token) {
      require(step, input,
              input.type == Type::index && input.shape == Shape{axes::kRows} && !input.per_sentence &&
                  !input.optional && !reads_token,
              "the one token that each row wrote last, index [rows]");
      reads_token = true;
    } else if (input.origin == Origin::encode) {
      require_remembered(encode, step, input);
    } else if (input.origin == Origin::state) {
      require_state(encode, step, input);
    } else if (!is_column(input)) {
      require_optional(step, input);
    }
  }
  require_output(step, reads_token, "an input that is the token written last");
  return plan;
}

std::vector<std::size_t> require_columns(const ColumnPlan& plan, const Schema& schema) {
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < plan.names().size(); ++i) {
    const std::string& name = plan.names()[i];
    std::optional<std::size_t> place = schema.find(name);
    if (!place || !schema[*place].input) {
      std::vector<std::string> inputs;
      for (std::size_t input : schema.inputs()) inputs.push_back("'" + schema[input].name + "'");
      throw InputError("expected graphs that read columns of the task's examples (" +
                       join_names(inputs, ", ") + "); found '" + name + "'");
    }
    const ColumnSpec& spec = schema[*place];
    int64_t width = spec.kind == ColumnKind::numbers ? spec.width : 0;
    if (plan.width(i) != width)
      throw InputError("the column '" + name + "': expected graphs that read " +
                       (width == 0 ? "tokens" : "vectors of " + std::to_string(width) + " numbers") +
                       ", found " +
                       (plan.width(i) == 0 ? "tokens" : "vectors of " + std::to_string(plan.width(i))));
    places.push_back(*place);
  }
  return places;
}

void require_tables(const Graph& graph, const WeightStore& parameters, const Schema& schema) {
  for (const InputPort& input : graph.inputs) {
    auto place = schema.find(input.column);
    if (input.origin == Origin::ids && place) require_table(graph, input, parameters, schema[*place].size);
  }
}

void require_token_table(const Graph& step, const WeightStore& parameters, int64_t vocabulary) {
  for (const InputPort& input : step.inputs)
    if (input.origin == Origin::token) require_table(step, input, parameters, vocabulary);
}

void require_log_probs(const Graph& step, const ColumnSpec& written) {
  Shape expected = {axes::kRows, written.extended > 0 ? axes::kExtended : Dim(written.size)};
  auto is_log_probs = [](const OutputPort& one) { return one.use == Use::log_probs; };
  auto found = std::find_if(step.outputs.begin(), step.outputs.end(), is_log_probs);
  require_output(step,
                 std::count_if(step.outputs.begin(), step.outputs.end(), is_log_probs) == 1 &&
                     found->type == Type::number && found->shape == expected,
                 "one output of log-probabilities " + to_text(expected));
}

void require_answers(const Graph& forward, const Schema& schema) {
  for (std::size_t answer : schema.answers()) {
    if (schema[answer].kind != ColumnKind::classes || schema[answer].sequence) continue;
    const Dim classes(schema[answer].size);
    const OutputPort* log_probs = find(forward, Use::array, "log_probs");
    const Shape expected = {axes::kRows, classes};
    require_output(forward,
                   log_probs != nullptr && log_probs->type == Type::number && log_probs->shape == expected,
                   "an output 'log_probs' of numbers " + to_text(expected));
    for (const OutputPort& output : forward.outputs) {
      if (output.use != Use::evidence && output.name != "evidence") continue;
      require_output(forward,
                     output.use == Use::evidence && output.name == "evidence" &&
                         output.type == Type::number && output.shape.size() == 3 &&
                         output.shape[0] == axes::kRows && output.shape[2] == classes,
                     "an output 'evidence' of numbers [rows, length, " + to_text(classes) + "]");
    }
  }
}

std::vector<OutputPort> attention_of(const Graph& graph) {
  std::vector<OutputPort> found;
  for (const OutputPort& output : graph.outputs) {
    if (output.use != Use::attention) continue;
    const Shape& shape = output.shape;
    require_output(graph,
                   output.type == Type::number && shape.size() == 4 && shape[1].is_number() &&
                       (graph.name != "step" || (shape[0] == axes::kRows && shape[2] == Dim{1})),
                   "'" + output.name + "' to be weights [rows, heads, queries, keys]");
    require_output(graph,
                   std::none_of(found.begin(), found.end(),
                                [&](const OutputPort& one) { return one.block == output.block; }),
                   "blocks of attention with different names");
    found.push_back(output);
  }
  for (const OutputPort& output : graph.outputs) {
    if (output.use != Use::begin) continue;
    auto weights = std::find_if(found.begin(), found.end(),
                                [&](const OutputPort& one) { return one.block == output.block; });
    require_output(graph, weights != found.end(), "weights that '" + output.name + "' belongs to");
    Shape shape = {weights->shape[0], weights->shape[2]};
    require_output(graph, output.type == Type::index && output.shape == shape,
                   "'" + output.name + "' to be index " + to_text(shape));
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
