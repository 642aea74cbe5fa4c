// What graphs must declare so that they can be run: `encode` and `step` by search, `forward` in one pass. It
// is checked when a model is opened, so that a damaged or forged file is refused and never run.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "heed/engine/columns.h"
#include "heed/engine/weights.h"
#include "heed/graph/graph.h"
#include "heed/tasks/task.h"

namespace heed::engine {

// The graph of that name; an InputError if there is none.
const Graph& graph_of(const std::vector<Graph>& graphs, const std::string& name);

// Throws an InputError unless the inputs of both graphs can be given: columns of the examples, memory and
// states that the other graph or the last step makes, with the types and shapes that they are declared with.
// Returns how the columns are read.
ColumnPlan require_inputs(const Graph& encode, const Graph& step);
// Throws an InputError unless the inputs of a graph that runs alone can be given: columns, and optional
// inputs.
ColumnPlan require_inputs(const Graph& forward);

// Throws an InputError unless the tables in which token numbers are looked up have a row for each token of
// their vocabulary: those of the columns whose numbers of tokens are given, and of the tokens that a step
// writes.
void require_tables(const Graph& graph, const WeightStore& parameters,
                    const std::map<std::string, int64_t>& vocabularies);
void require_token_table(const Graph& step, const WeightStore& parameters, int64_t vocabulary);

// Throws an InputError unless `step` puts out log-probabilities of the vocabulary, or of the extended one.
void require_log_probs(const Graph& step, const TaskSizes& sizes);

// The outputs that are attention; a step has one query for each row. An InputError unless each has the shape
// of weights, and at most one begin.
std::vector<OutputPort> attention_of(const Graph& graph);

// The name of the output that says where the weights of a block begin; empty: at the first position.
std::string begin_of(const std::vector<OutputPort>& outputs, const AttentionBlock& block);

}  // namespace heed::engine
