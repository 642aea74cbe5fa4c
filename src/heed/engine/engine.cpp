#include "heed/engine/engine.h"

#include <algorithm>
#include <stdexcept>

#include "heed/base/error.h"
#include "heed/engine/stepper.h"

namespace heed::engine {
namespace {

const Graph& graph_of(const std::vector<Graph>& graphs, const std::string& name) {
  for (const Graph& graph : graphs) {
    if (graph.name == name) return graph;
  }
  throw InputError("expected a graph '" + name + "', found none");
}

std::vector<InputShape> step_inputs(const Graph& step, const Program& encode) {
  std::vector<InputShape> inputs;
  for (const std::string& name : step.inputs) {
    if (name == "token") {
      inputs.push_back({name, Type::index, {kRows}, false});
    } else if (name == "mask" || name == "copies") {
      inputs.push_back({name, name == "mask" ? Type::flag : Type::index, {kRows, kLength}, true});
    } else if (ValueId made = encode.output(name); made != kNone) {
      const Value& value = encode.value(made);
      inputs.push_back({name, value.type, value.shape, is_of_sentence(name)});
    }
  }
  return inputs;
}

// The table that input `ids` is looked up in must have a vector for every word.
void require_vectors(const Graph& graph, const std::string& ids, const Parameters& parameters,
                     int64_t words) {
  for (const Node& node : graph.nodes) {
    if (node.op != "embedding" || node.inputs.size() != 2 || node.inputs[1] != ids) continue;
    std::vector<int64_t> table = parameters.shape(node.inputs[0]);
    if (table.empty() || table[0] != words)
      throw InputError("expected '" + node.inputs[0] + "' to have " + std::to_string(words) +
                       " rows, as many as the vocabulary has tokens; found " +
                       std::to_string(table.empty() ? 0 : table[0]));
    return;
  }
  throw InputError("expected the graph '" + graph.name + "' to look its " + ids +
                   " up in a table, found that it does not");
}

}  // namespace

Engine::Engine(const std::vector<Graph>& graphs, const Parameters& parameters, const TaskSizes& sizes,
               int32_t unknown, std::optional<Shortlist> shortlist)
    : unknown_(unknown), words_(static_cast<int32_t>(sizes.target_vocabulary)), shortlist_(shortlist) {
  const Graph& encode = graph_of(graphs, "encode");
  Graph step = graph_of(graphs, "step");
  check_graph(encode);
  check_graph(step);
  if (shortlist_) shortlist_->check(sizes.source_vocabulary, sizes.target_vocabulary);
  require_vectors(encode, "source", parameters, sizes.source_vocabulary);
  require_vectors(step, "token", parameters, sizes.target_vocabulary);
  encode_ = std::make_unique<Program>(Builder(encode, parameters,
                                              {{"source", Type::index, {kRows, kLength}, false},
                                               {"mask", Type::flag, {kRows, kLength}, false}})
                                          .build());
  output_ = OutputLayer::take_from(step, parameters);
  step_ = std::make_unique<Program>(Builder(step, parameters, step_inputs(step, *encode_)).build());
  if (step_->input("token") == kNone)
    throw InputError("expected the graph 'step' to have an input 'token', found none");
  require_step(sizes.copies);
  require_source_looks();
  early_ = make_values_early(step, *step_, parameters);
  if (early_)
    early_step_ =
        std::make_unique<Program>(Builder(early_->step, parameters, step_inputs(step, *encode_)).build());
}

namespace {

void require_output(bool holds, const std::string& what) {
  if (!holds) throw InputError("expected the model's graphs to put out " + what + ", found that they do not");
}

// A row's own, of this type.
bool is_of_row(const Value& value, Type type) {
  return value.type == type && !value.of_sentence && value.shape[0] == kRows;
}

}  // namespace

// That the step puts out what search reads, and every state that the next one begins with.
void Engine::require_step(bool copies) const {
  ValueId made = step_->output(output_ ? OutputLayer::kHidden : "log_probs");
  ValueId weights = step_->output("weights"), begin = step_->output("begin");
  Dim columns = output_ ? Dim{output_->inputs()} : copies ? kExtended : Dim{words_};
  bool all = !output_ || (!copies && output_->outputs() == words_);
  require_output(all && made != kNone && is_of_row(step_->value(made), Type::number) &&
                     step_->value(made).shape == Shape{kRows, columns},
                 "a log-probability for each token of the vocabulary");
  require_output(output_ || !shortlist_, "what a shortlist could choose from");
  if (weights != kNone) {
    const Value& value = step_->value(weights);
    require_output(is_of_row(value, Type::number) && value.shape.size() == 4 && value.shape[2] == Dim{1},
                   "weights of one step");
  }
  if (begin != kNone) {
    const Value& value = step_->value(begin);
    require_output(is_of_row(value, Type::index) && value.shape == Shape{kRows, {1}},
                   "where its weights begin");
  }
  for (const auto& [name, input] : step_->parts().inputs) {
    if (name == "token" || is_of_sentence(name)) continue;
    ValueId next = step_->output(name);
    require_output(next != kNone && is_of_row(step_->value(input), Type::number) &&
                       is_of_row(step_->value(next), Type::number) &&
                       step_->value(next).shape == step_->value(input).shape,
                   "the next '" + name + "'");
  }
}

// That each layer's looks at the source have a row a token.
void Engine::require_source_looks() const {
  for (int layer = 0;; ++layer) {
    ValueId weights = encode_->output("encoder.weights" + std::to_string(layer));
    ValueId begin = encode_->output("encoder.begin" + std::to_string(layer));
    if (weights == kNone) return;
    const Value& value = encode_->value(weights);
    require_output(is_of_row(value, Type::number) && value.shape.size() == 4 && value.shape[2] == kLength,
                   "how each token of the source was read");
    require_output(begin == kNone || (is_of_row(encode_->value(begin), Type::index) &&
                                      encode_->value(begin).shape == Shape{kRows, kLength}),
                   "where each token's weights begin");
  }
}

Engine::~Engine() = default;

namespace {

// The groups of examples: by the program of their steps.
enum : int64_t { kLateValues, kEarlyValues };

}  // namespace

int64_t Engine::group_of(const Example& example, const StepNeeds& needs) const {
  int64_t length = std::max<int64_t>(1, static_cast<int64_t>(example.source.ids.size()));
  return early_ && length <= early_->longest_source(needs.width) ? kEarlyValues : kLateValues;
}

std::unique_ptr<Stepper> Engine::start(std::span<const Example* const> examples,
                                       const StepNeeds& needs) const {
  int64_t group = examples.empty() ? kLateValues : group_of(*examples[0], needs);
  for (const Example* example : examples) {
    if (group_of(*example, needs) != group)
      throw std::invalid_argument("expected examples of one group, found several");
  }
  const Program& step = group == kEarlyValues ? *early_step_ : *step_;
  std::unique_ptr<Room> room;
  {
    std::lock_guard hold(guard_);
    auto fits = std::find_if(free_.begin(), free_.end(),
                             [&](const auto& one) { return &one->step.program() == &step; });
    if (fits != free_.end()) {
      room = std::move(*fits);
      free_.erase(fits);
    }
  }
  if (!room) room = std::make_unique<Room>(*encode_, step);
  return std::make_unique<EngineStepper>(*this, std::move(room), examples, needs);
}

}  // namespace heed::engine
