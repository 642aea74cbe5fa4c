// Checks that the graphs of a model can be run: `encode` and `step` by the search, `forward` in one pass. The
// checks are made when a model is opened, so that a damaged or forged file is refused and never run.
#pragma once

#include <string>
#include <vector>

#include "heed/data/schema.h"
#include "heed/engine/columns.h"
#include "heed/engine/weights.h"
#include "heed/graph/graph.h"

namespace heed::engine {

// The graph with this name. Throws InputError if there is none.
const Graph& graph_of(const std::vector<Graph>& graphs, const std::string& name);

// Throws InputError unless the inputs of both graphs can be provided: columns of the examples, and memory and
// states that the other graph or the last step computes with the declared types and shapes. Returns how the
// columns are read.
ColumnPlan require_inputs(const Graph& encode, const Graph& step);
// Throws InputError unless the inputs of a graph for one pass can be provided: columns and optional inputs.
ColumnPlan require_inputs(const Graph& forward);

// Throws InputError unless the tables in which token numbers are looked up have a row for each token of their
// vocabulary. This concerns the columns and the tokens that a step generates.
void require_tables(const Graph& graph, const WeightStore& parameters, const Schema& schema);
void require_token_table(const Graph& step, const WeightStore& parameters, int64_t vocabulary);

// Throws InputError unless `step` has log-probabilities of the vocabulary, or of the extended vocabulary, as
// an output.
void require_log_probs(const Graph& step, const ColumnSpec& written);

// Throws InputError unless a graph for one pass has the outputs that the answers of the schema are read from.
// For an answer that is one class, these are log-probabilities `log_probs` [rows, classes] and, if there is
// evidence, `evidence` [rows, length, classes].
void require_answers(const Graph& forward, const Schema& schema);

// The indices of the columns that a plan reads in an example. Throws InputError unless the schema has them as
// inputs of the kind and width that the graphs declare.
std::vector<std::size_t> require_columns(const ColumnPlan& plan, const Schema& schema);

// The outputs that are attention; a step has one query for each row. Throws InputError unless each has the
// shape of weights and at most one begin.
std::vector<OutputPort> attention_of(const Graph& graph);

// The name of the output that says where the weights of a block begin; empty: they begin at the first
// position.
std::string begin_of(const std::vector<OutputPort>& outputs, const AttentionBlock& block);

}  // namespace heed::engine
