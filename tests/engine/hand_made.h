// Models written down by hand: a Draft is a graph that grows node by node, a HandMade a pair of them with
// made-up parameters, each in memory of exactly its size, so that AddressSanitizer sees whoever reads beyond.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <memory>
#include <numeric>
#include <set>
#include <string>
#include <vector>

#include "heed/base/error.h"
#include "heed/base/random.h"
#include "heed/engine/engine.h"

namespace heed::engine {

class OwnWeights : public WeightStore {
 public:
  // Numbers in [-1, 1) that depend on the name alone.
  void set(const std::string& name, std::vector<int64_t> shape) {
    auto size = static_cast<std::size_t>(
        std::accumulate(shape.begin(), shape.end(), int64_t{1}, std::multiplies<int64_t>()));
    Own& own = all_[name];
    own.shape = std::move(shape);
    own.numbers = std::make_unique<float[]>(size);
    Random random(7, name);
    for (std::size_t i = 0; i < size; ++i) own.numbers[i] = static_cast<float>(2 * random.uniform(i) - 1);
  }
  Parameter get(const std::string& name) const override {
    auto found = all_.find(name);
    if (found == all_.end()) throw InputError("there is no parameter '" + name + "'");
    return {name, found->second.numbers.get(), found->second.shape};
  }
  std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const auto& [name, own] : all_) names.push_back(name);
    return names;
  }

 private:
  struct Own {
    std::vector<int64_t> shape;
    std::unique_ptr<float[]> numbers;
  };
  std::map<std::string, Own> all_;
};

using Shapes = std::map<std::string, std::vector<int64_t>>;  // of parameters

// Inputs of the graphs of an encoder–decoder.
inline InputPort ids_input() {
  return {"source", Type::index, {axes::kRows, axes::kSource}, Origin::ids, "source"};
}

inline InputPort mask_input(bool per_sentence) {
  return {"mask", Type::flag, {axes::kRows, axes::kSource}, Origin::mask, "source", per_sentence};
}

inline InputPort copies_input() {
  return {"copies", Type::index, {axes::kRows, axes::kSource}, Origin::copies, "source", true};
}

inline InputPort token_input() {
  return {"token", Type::index, {axes::kRows}, Origin::token};
}

inline InputPort memory_input(const std::string& name, Shape shape) {
  return {name, Type::number, std::move(shape), Origin::encode, "", true};
}

inline InputPort state_input(const std::string& name, Shape shape) {
  return {name, Type::number, std::move(shape), Origin::state};
}

inline const AttentionBlock kDecoderBlock{"decoder", 0, "target", "source"};
inline const AttentionBlock kEncoderBlock{"encoder", 0, "source", "source"};

// A graph that is written node by node; parameters are whatever is neither an input nor made by a node.
class Draft {
 public:
  using Names = std::vector<std::string>;
  using Attributes = std::map<std::string, Attribute>;

  Draft(std::string name, std::vector<InputPort> inputs) {
    graph_.name = std::move(name);
    for (const InputPort& input : inputs) made_.insert(input.name);
    graph_.inputs = std::move(inputs);
  }

  // The outputs' names.
  Names all(const std::string& op, const Names& inputs, const Attributes& attributes, std::size_t outputs) {
    for (const std::string& input : inputs) {
      if (!input.empty() && made_.insert(input).second) graph_.parameters.push_back(input);
    }
    Names names;
    for (std::size_t i = 0; i < outputs; ++i) names.push_back("%" + std::to_string(values_++));
    made_.insert(names.begin(), names.end());
    graph_.nodes.push_back({op, inputs, names, attributes});
    return names;
  }
  std::string add(const std::string& op, const Names& inputs, const Attributes& attributes = {}) {
    return all(op, inputs, attributes, 1)[0];
  }
  void put_out(const std::string& name, const std::string& value, Use use = Use::array,
               const AttentionBlock& block = {}) {
    graph_.outputs.push_back({name, value, Type::number, {}, use, block});
  }
  // With the outputs declared as they are inferred.
  Graph finished(const Shapes& shapes) const {
    Graph graph = graph_;
    declare_outputs(graph, [&](const std::string& name) { return shapes.at(name); });
    return graph;
  }

 private:
  Graph graph_;
  std::set<std::string> made_;
  int values_ = 0;
};

inline Attribute text(const char* words) {
  return std::string(words);
}

inline Attribute whole(int64_t number) {
  return number;
}

struct HandMade {
  std::vector<Graph> graphs;  // encode, step; or forward
  Shapes shapes;
  Schema schema;

  OwnWeights parameters() const {
    OwnWeights own;
    for (const auto& [name, shape] : shapes) own.set(name, shape);
    return own;
  }
};

// The columns of an encoder–decoder's examples.
enum : std::size_t { kSourceAt, kTargetAt };

inline Schema translation_schema(bool copies = false) {
  return {{{.name = "source", .size = 5, .copies = copies},
           {.name = "target", .input = false, .size = 6, .extended = copies ? 1000 : 0}}};
}

inline constexpr int32_t kUnknown = 1;  // as which a copied token is read

// Sources of these lengths; every third token can only be copied.
inline std::vector<Example> examples_of(const std::vector<int32_t>& lengths) {
  std::vector<Example> examples;
  for (int32_t length : lengths) {
    Example example{std::vector<Column>(2)};
    Column& source = example[kSourceAt];
    for (int32_t t = 0; t < length; ++t) {
      source.ids.push_back((2 * t + length) % 5);
      source.copies.push_back(t % 3 == 2 ? 6 + t / 3 : (t + length) % 6);
    }
    examples.push_back(std::move(example));
  }
  return examples;
}

inline std::vector<const Example*> pointers_to(const std::vector<Example>& examples) {
  std::vector<const Example*> pointers;
  for (const Example& example : examples) pointers.push_back(&example);
  return pointers;
}

// Rows that grow, change places and become few, over sources of two lengths; all that comes out is read.
inline void run_some_steps(const Engine& engine, const std::vector<int32_t>& lengths) {
  std::vector<Example> examples = examples_of(lengths);
  auto stepper = engine.start(pointers_to(examples), {});
  double sum = 0;
  for (const std::vector<BlockAttention>& blocks : stepper->encoder_attention()) {
    for (const auto& [block, one] : blocks)
      sum = std::accumulate(one.weights.begin(), one.weights.end(), sum);
  }
  const std::vector<std::vector<int32_t>> parents = {{0, 1}, {0, 1, 1, 0, 1}, {4, 0}, {1, 1, 0}};
  for (const std::vector<int32_t>& chosen : parents) {
    StepOut out = stepper->step(chosen, std::vector<int32_t>(chosen.size(), 2));
    EXPECT_EQ(out.log_probs.size(), chosen.size() * static_cast<std::size_t>(out.columns));
    sum = std::accumulate(out.log_probs.begin(), out.log_probs.end(), sum);
    for (const StepAttention& block : out.attention) {
      sum = std::accumulate(block.weights.begin(), block.weights.end(), sum);
      sum = std::accumulate(block.begin.begin(), block.begin.end(), sum);
    }
  }
  volatile double read = sum;
  static_cast<void>(read);
}

}  // namespace heed::engine
