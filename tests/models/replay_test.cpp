// Every operation of the table, as the engine computes it and as libtorch does: the models made by hand, in
// which all of them occur, are run by both. Once as they are; once with a bias on keys and given weights, the
// optional inputs of every attention.
#include <gtest/gtest.h>

#include "engine/apart.h"
#include "engine/attention_model.h"
#include "engine/cached_model.h"
#include "engine/forward_models.h"
#include "engine/windowed_model.h"
#include "heed/engine/contract.h"
#include "models/graph_on_torch.h"

namespace heed::engine {
namespace {

struct Case {
  const char* name;
  HandMade (*model)();
  bool intervenes;
};

Tensor tensor_of(const Frame& frame, const Program& program, ValueId id, Type type) {
  std::vector<int64_t> shape;
  for (std::size_t i = 0; i < program.value(id).shape.size(); ++i) shape.push_back(frame.dim(id, i));
  if (type == Type::flag) return at::from_blob(frame.flags(id), shape, at::kBool).clone();
  if (type == Type::index) return at::from_blob(frame.indices(id), shape, at::kInt).to(at::kLong);
  if (!frame.grows(id)) return at::from_blob(frame.numbers(id), shape, at::kFloat).clone();
  Tensor whole = at::empty(shape, at::kFloat);
  for (int64_t r = 0; r < shape[0]; ++r) {
    for (int64_t h = 0; h < shape[1]; ++h)
      whole[r][h].copy_(at::from_blob(frame.growing(id, r, h), {shape[2], shape[3]}, at::kFloat));
  }
  return whole;
}

class Replay : public testing::TestWithParam<Case> {
 protected:
  // What each optional input is bound to: nothing, or numbers of which every second row begins below zero.
  void bind_optional(ProgramMemory& memory, const Sizes& sizes) {
    Frame frame = memory.frame(sizes);
    for (const InputPort& port : memory.program().parts().declared_inputs) {
      if (!port.optional) continue;
      ValueId id = memory.program().input(port.name);
      if (!GetParam().intervenes) {
        memory.bind(id, nullptr);
        continue;
      }
      auto size = static_cast<std::size_t>(frame.size(id));
      bound_.push_back(std::make_unique<float[]>(size));
      Random random(5, port.name);
      for (std::size_t i = 0; i < size; ++i) bound_.back()[i] = static_cast<float>(random.uniform(i));
      int64_t row = frame.dim(id, port.shape.size() - 1);
      for (int64_t line = 1; port.shape.size() == 4 && line * row < frame.size(id); line += 2)
        bound_.back()[static_cast<std::size_t>(line * row)] = -1;
      memory.bind(id, bound_.back().get());
    }
  }

  Values inputs_of(const Frame& frame, const Program& program) const {
    Values values;
    for (const InputPort& port : program.parts().declared_inputs) {
      ValueId id = program.input(port.name);
      if (frame.address(id) != nullptr) values[port.name] = tensor_of(frame, program, id, port.type);
    }
    for (const auto& [name, shape] : model_.shapes)
      values[name] = at::from_blob(const_cast<float*>(parameters_.get(name).data), shape, at::kFloat);
    return values;
  }

  void expect_same(const Graph& graph, const Values& expected, const Frame& frame,
                   const Program& program) const {
    for (const OutputPort& output : graph.outputs) {
      Tensor found = tensor_of(frame, program, program.output(output.name), output.type).to(at::kDouble);
      const Tensor& made = expected.at(output.name);
      ASSERT_EQ(found.sizes(), made.sizes()) << graph.name << " " << output.name;
      Tensor close = at::isclose(found, made.to(at::kDouble), 0, 1e-5);  // minus infinity is itself
      EXPECT_TRUE(close.all().item<bool>()) << graph.name << " " << output.name << "\n" << found << made;
    }
  }

  void run_forward() {
    Example example = forward_examples()[0];
    example[kTextAt].ids = {1, 2, 3, 4, 5, 6};
    example[kTextAt].parts = {{3, 3}};
    const Graph& graph = model_.graphs[0];
    ColumnPlan plan = require_inputs(graph);
    std::vector<ColumnView> views;
    for (std::size_t place : require_columns(plan, model_.schema)) views.emplace_back(example[place]);
    ColumnBuffers columns(plan);
    columns.read(views, 1);
    Program program = Builder(graph, parameters_).build();
    Sizes sizes;
    columns.set_sizes(program.axes(), sizes);
    Apart apart(program, sizes, sizes);
    columns.bind(apart.memory);
    bind_optional(apart.memory, sizes);
    Frame frame = apart.memory.frame(sizes);
    Values expected = run_graph(graph, inputs_of(frame, program));
    apart.memory.run(sizes);
    expect_same(graph, expected, frame, program);
  }

  void run_both_graphs() {
    constexpr Sources kSources{2, 5, 8, /*padded=*/false};
    static const std::vector<int32_t> kOwn = {0, 1};
    Programs programs = Programs::of(model_.graphs, parameters_);
    Sizes sizes = kSources.sizes(programs.step, 2);
    Apart encode(programs.encode, sizes, sizes), step(programs.step, sizes, sizes);
    RandomInputs inputs(kSources, 2);
    inputs.bind(encode.memory);
    inputs.bind(step.memory);
    bind_optional(encode.memory, sizes);
    bind_optional(step.memory, sizes);
    Frame encoded = encode.memory.frame(sizes);
    Values expected = run_graph(model_.graphs[0], inputs_of(encoded, programs.encode));
    encode.memory.run(sizes);
    expect_same(model_.graphs[0], expected, encoded, programs.encode);

    Handed handed(encode.memory, step.memory, kSources, kOwn);
    Frame frame(step.memory, sizes, kOwn, handed.slots());
    for (const InputPort& port : model_.graphs[1].inputs) {
      ValueId id = programs.step.input(port.name);
      for (int64_t r = 0; r < 2 && frame.grows(id); ++r)
        for (int64_t h = 0; h < frame.dim(id, 1); ++h)
          std::fill_n(frame.growing(id, r, h), frame.dim(id, 2) * frame.dim(id, 3),
                      0.3F * static_cast<float>(r + h));
    }
    expected = run_graph(model_.graphs[1], inputs_of(frame, programs.step));
    step.memory.prepare(sizes);
    step.memory.run(sizes, kOwn, handed.slots());
    expect_same(model_.graphs[1], expected, frame, programs.step);
  }

  HandMade model_ = GetParam().model();
  OwnWeights parameters_ = model_.parameters();
  std::vector<std::unique_ptr<float[]>> bound_;
};

TEST_P(Replay, GivesWhatTheEngineGives) {
  at::NoGradGuard no_gradient;
  if (model_.graphs.size() == 1)
    run_forward();
  else
    run_both_graphs();
}

constexpr Case kCases[] = {{"Attention", [] { return attention_model(); }, false},
                           {"Windowed", &windowed_model, false},
                           {"WindowedGiven", &windowed_model, true},
                           {"Cached", &cached_model, false},
                           {"CachedGiven", &cached_model, true},
                           {"Pair", &pair_model, false},
                           {"PairGiven", &pair_model, true},
                           {"Frames", &frames_model, false},
                           {"Document", &document_model, false},
                           {"Label", &label_model, false}};

INSTANTIATE_TEST_SUITE_P(Models, Replay, testing::ValuesIn(kCases),
                         [](const auto& one) { return std::string(one.param.name); });

}  // namespace
}  // namespace heed::engine
