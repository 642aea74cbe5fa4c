// What the graphs `encode` and `step` must declare so that search can run them: checked when a model is
// opened, so that a damaged or forged file is refused and never run.
#pragma once

#include <vector>

#include "heed/engine/weights.h"
#include "heed/graph/graph.h"
#include "heed/tasks/task.h"

namespace heed::engine {

// The graph of that name; an InputError if there is none.
const Graph& graph_of(const std::vector<Graph>& graphs, const std::string& name);

// The column that the task's examples have, and the axis along which it lies.
inline constexpr const char* kSourceColumn = "source";

// That the inputs of both graphs can be given: columns that the examples have, memory and states that the
// other graph or the last step makes, with the types and shapes that they are declared with.
void require_inputs(const Graph& encode, const Graph& step);

// That the tables which token numbers are looked up in have a row for each token of their vocabulary.
void require_tables(const Graph& encode, const Graph& step, const Parameters& parameters,
                    const TaskSizes& sizes);

// That `step` puts out log-probabilities of the vocabulary, or of the extended one.
void require_log_probs(const Graph& step, const TaskSizes& sizes);

// The outputs that are attention: one query for each row of a step, or one for each position in the graph
// `encode`. An InputError unless each has the shape of weights, and at most one begin.
std::vector<OutputPort> attention_of(const Graph& graph);

// The name of the output that says where the weights of a block begin; empty: at the first position.
std::string begin_of(const std::vector<OutputPort>& outputs, const AttentionBlock& block);

}  // namespace heed::engine
