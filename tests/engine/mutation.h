// Models that are wrong in one place: whatever a damaged or forged file could say is tried with the models
// made by hand. Each is refused with the reason, or runs within its memory (which AddressSanitizer sees:
// `make sanitize`).
#pragma once

#include <gtest/gtest.h>

#include "engine/apart.h"
#include "engine/attention_model.h"
#include "engine/cached_model.h"
#include "engine/forward_models.h"
#include "engine/windowed_model.h"
#include "heed/engine/contract.h"
#include "heed/engine/forward.h"

namespace heed::engine {

inline std::vector<HandMade> hand_made_models() {
  return {attention_model(), windowed_model(), cached_model(), pair_model(),
          frames_model(),    document_model(), label_model()};
}

class Mutation : public testing::TestWithParam<std::size_t> {
 protected:
  // Refused, or run; true if it ran.
  bool attempt(const std::string& what) {
    ++tried_;
    try {
      if (graphs_.size() == 1) {
        run_forward();
      } else {
        run_some_steps(Engine(graphs_, parameters_, model_.schema, kUnknown), {3, 1});
        run_apart();
      }
      ++ran_;
      return true;
    } catch (const InputError& error) {
      EXPECT_STRNE(error.what(), "") << what;
    } catch (const std::exception& error) {
      ADD_FAILURE() << what << ": " << error.what();
    }
    return false;
  }

  // Tries it with `changed` in the place of `part`.
  template <class T>
  void attempt_with(T& part, T changed, const std::string& what) {
    std::swap(part, changed);
    attempt(what);
    std::swap(part, changed);
  }

  // The same in memory in which every value is alone.
  void run_apart() const {
    constexpr Sources kSources{2, 3, 8};
    static const std::vector<int32_t> kLookAt = {0, 1, 1, 0, 1};
    Programs programs = Programs::of(graphs_, parameters_);
    auto rows = static_cast<int64_t>(kLookAt.size());
    Apart encode(programs.encode, kSources, kSources.sentences), step(programs.step, kSources, rows);
    RandomInputs inputs(kSources, rows);
    inputs.bind(encode.memory);
    inputs.bind(step.memory);
    encode.memory.run(kSources.sizes(programs.encode, kSources.sentences));
    Handed handed(encode.memory, step.memory, kSources, kLookAt);
    step.memory.prepare(kSources.sizes(programs.step, kSources.sentences));
    step.memory.run(kSources.sizes(programs.step, rows), kLookAt, handed.slots());
  }

  // A pass over the examples of forward_models.h, whose outputs are read, and the same apart.
  void run_forward() const {
    static const std::vector<Example> kExamples = forward_examples();
    const std::vector<const Example*> examples = pointers_to(kExamples);
    const Forward forward(graphs_[0], parameters_, model_.schema);
    double sum = 0;
    for (const RawOutput& output : forward.run(examples, true)) {
      for (const auto& [name, array] : output.arrays)
        sum = std::accumulate(array.numbers.begin(), array.numbers.end(), sum);
      for (const BlockAttention& one : output.attention)
        sum = std::accumulate(one.rows.weights.begin(), one.rows.weights.end(), sum);
    }
    volatile double read = sum;
    static_cast<void>(read);
    ColumnPlan plan = require_inputs(graphs_[0]);
    Program program = Builder(graphs_[0], parameters_).build();
    std::vector<ColumnView> views;
    for (const Example* example : examples)
      for (std::size_t place : require_columns(plan, model_.schema)) views.emplace_back((*example)[place]);
    ColumnBuffers columns(plan);
    columns.read(views, static_cast<int64_t>(examples.size()));
    Sizes sizes;
    columns.set_sizes(program.axes(), sizes);
    Apart apart(program, sizes, sizes);
    for (const InputPort& port : graphs_[0].inputs)
      if (port.optional) apart.memory.bind(program.input(port.name), nullptr);
    columns.bind(apart.memory);
    apart.memory.run(sizes);
  }

  static std::vector<std::string> names_of(const Graph& graph) {
    std::vector<std::string> names = {"", "nothing"};
    for (const InputPort& input : graph.inputs) names.push_back(input.name);
    names.insert(names.end(), graph.parameters.begin(), graph.parameters.end());
    for (const Node& node : graph.nodes) names.insert(names.end(), node.outputs.begin(), node.outputs.end());
    return names;
  }

  // The attributes with which an operation occurs in either model.
  static std::vector<std::map<std::string, Attribute>> attributes_of(const std::string& op) {
    std::vector<std::map<std::string, Attribute>> found = {{}};
    for (const HandMade& model : hand_made_models()) {
      for (const Graph& graph : model.graphs) {
        for (const Node& node : graph.nodes) {
          if (node.op == op && std::find(found.begin(), found.end(), node.attributes) == found.end())
            found.push_back(node.attributes);
        }
      }
    }
    return found;
  }

  static std::string told(const Graph& graph, std::size_t n) {
    return graph.name + " " + std::to_string(n) + " " + graph.nodes[n].op + " ";
  }

  HandMade model_ = hand_made_models()[GetParam()];
  std::vector<Graph> graphs_ = model_.graphs;
  OwnWeights parameters_ = model_.parameters();
  int tried_ = 0, ran_ = 0;
};

}  // namespace heed::engine
