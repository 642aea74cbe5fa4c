#include "heed/engine/engine.h"

#include <algorithm>
#include <array>

#include "heed/base/error.h"

namespace heed::engine {
namespace {

const Graph& graph_of(const std::vector<Graph>& graphs, const std::string& name) {
  for (const Graph& graph : graphs) {
    if (graph.name == name) return graph;
  }
  throw InputError("expected a graph '" + name + "', found none");
}

// What of the source all rows of a sentence share.
bool is_of_sentence(const std::string& name) {
  static constexpr std::array kMemory = {"keys", "values", "mask", "bias", "lengths", "copies"};
  return std::find(kMemory.begin(), kMemory.end(), name) != kMemory.end();
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
    Parameter table = parameters.get(node.inputs[0]);
    if (table.shape.empty() || table.shape[0] != words)
      throw InputError("expected '" + table.name + "' to have " + std::to_string(words) +
                       " rows, as many as the vocabulary has tokens; found " +
                       std::to_string(table.shape.empty() ? 0 : table.shape[0]));
    return;
  }
  throw InputError("expected the graph '" + graph.name + "' to look its " + ids +
                   " up in a table, found that it does not");
}

}  // namespace

// What goes from one step to the next, by rows.
struct State {
  ValueId from_encode, from_step, input;
  std::vector<float> now, before;  // a state that a step leaves as it is lies in the latter
};

struct Room {
  Room(const Program& encodes, const Program& steps) : encode(encodes), step(steps) {
    for (const auto& [name, input] : steps.parts().inputs) {
      if (name != "token" && !is_of_sentence(name))
        states.push_back({encodes.output(name), steps.output(name), input, {}, {}});
    }
  }

  Workspace encode, step;
  std::vector<int32_t> source, copies, tokens, begin, sentence_of_row, last_sentence_of_row;
  std::unique_ptr<bool[]> mask;
  std::size_t mask_size = 0;
  std::vector<State> states;
};

class EngineStepper : public Stepper {
 public:
  EngineStepper(const Engine& engine, std::unique_ptr<Room> room, std::span<const Example* const> examples,
                bool attention)
      : engine_(engine), room_(std::move(room)), attention_(attention) {
    read(examples);
    bind_encode();
    room_->encode.reserve(sizes_, 0);
    room_->encode.run(sizes_);
    bind_step();
  }

  ~EngineStepper() override {
    std::lock_guard hold(engine_.guard_);
    engine_.free_.push_back(std::move(room_));
  }

  StepOut step(std::span<const int32_t> parents, std::span<const int32_t> tokens) override {
    Room& room = *room_;
    Sizes before = sizes_;
    sizes_.rows = static_cast<int64_t>(parents.size());
    choose_rows(parents, before);
    make_room();
    room.tokens.assign(tokens.begin(), tokens.end());
    for (int32_t& token : room.tokens) token = token < engine_.words_ ? token : engine_.unknown_;
    room.step.bind(engine_.step_->input("token"), room.tokens.data());
    room.step.run(sizes_, room.sentence_of_row);
    return output();
  }

  std::vector<std::vector<Looks>> source_looks() const override;

 private:
  // Token numbers and masks, padded.
  void read(std::span<const Example* const> examples) {
    Room& room = *room_;
    sentences_ = static_cast<int64_t>(examples.size());
    std::size_t longest = 1;
    for (const Example* example : examples) longest = std::max(longest, example->source.ids.size());
    std::size_t cells = examples.size() * longest;
    room.source.assign(cells, 0);
    room.copies.assign(cells, 0);
    if (cells > room.mask_size) room.mask = std::make_unique<bool[]>(room.mask_size = cells);
    std::fill_n(room.mask.get(), cells, false);
    int32_t extended = engine_.words_;
    for (std::size_t i = 0; i < examples.size(); ++i) {
      const Example& example = *examples[i];
      std::copy(example.source.ids.begin(), example.source.ids.end(),
                room.source.begin() + static_cast<std::ptrdiff_t>(i * longest));
      std::fill_n(room.mask.get() + i * longest, example.source.ids.size(), true);
      std::copy(example.copies.begin(), example.copies.end(),
                room.copies.begin() + static_cast<std::ptrdiff_t>(i * longest));
      for (int32_t copy : example.copies) extended = std::max(extended, copy + 1);
    }
    sizes_ = {sentences_, static_cast<int64_t>(longest), extended};
    room.sentence_of_row.resize(examples.size());
    for (std::size_t i = 0; i < examples.size(); ++i) room.sentence_of_row[i] = static_cast<int32_t>(i);
  }

  void bind_encode() {
    for (const auto& [name, input] : engine_.encode_->parts().inputs) {
      if (name == "source") room_->encode.bind(input, room_->source.data());
      if (name == "mask") room_->encode.bind(input, room_->mask.get());
    }
  }

  void bind_step() {
    Frame encoded = room_->encode.frame(sizes_);
    for (const auto& [name, input] : engine_.step_->parts().inputs) {
      if (name == "mask")
        room_->step.bind(input, room_->mask.get());
      else if (name == "copies")
        room_->step.bind(input, room_->copies.data());
      else if (is_of_sentence(name))
        room_->step.bind(input, encoded.numbers(engine_.encode_->output(name)));
    }
  }

  // Each row goes on from its parent's state.
  void choose_rows(std::span<const int32_t> parents, const Sizes& before) {
    Room& room = *room_;
    for (State& state : room.states) {
      Frame frame = begun_ ? room.step.frame(before) : room.encode.frame(before);
      ValueId value = begun_ ? state.from_step : state.from_encode;
      auto size = static_cast<std::size_t>(frame.row_size(value));
      const float* from = frame.numbers(value);
      std::swap(state.now, state.before);
      if (state.now.size() < parents.size() * size) state.now.resize(parents.size() * size);
      for (std::size_t r = 0; r < parents.size(); ++r)
        std::copy_n(from + static_cast<std::size_t>(parents[r]) * size, size, state.now.data() + r * size);
    }
    // Only now: a state may go on from what another one was.
    for (State& state : room.states) room.step.bind(state.input, state.now.data());
    std::swap(room.sentence_of_row, room.last_sentence_of_row);
    room.sentence_of_row.resize(parents.size());
    for (std::size_t r = 0; r < parents.size(); ++r)
      room.sentence_of_row[r] = room.last_sentence_of_row[static_cast<std::size_t>(parents[r])];
    begun_ = true;
  }

  void make_room() {
    if (sizes_.rows <= reserved_) return;
    reserved_ = sizes_.rows;
    room_->step.reserve(sizes_, sentences_);
    Sizes of_sentences = sizes_;
    of_sentences.rows = sentences_;
    room_->step.prepare(of_sentences);
  }

  StepOut output() {
    const Program& step = *engine_.step_;
    Frame frame = room_->step.frame(sizes_);
    StepOut out;
    ValueId log_probs = step.output("log_probs"), weights = step.output("weights"),
            begin = step.output("begin");
    out.columns = static_cast<int32_t>(frame.dim(log_probs, 1));
    out.log_probs = {frame.numbers(log_probs), static_cast<std::size_t>(frame.size(log_probs))};
    if (!attention_ || weights == kNone) return out;
    out.weights = {frame.numbers(weights), static_cast<std::size_t>(frame.size(weights))};
    out.heads = static_cast<int32_t>(frame.dim(weights, 1));
    out.width = static_cast<int32_t>(frame.dim(weights, 3));
    auto rows = static_cast<std::size_t>(sizes_.rows);
    room_->begin.assign(rows, 0);
    if (begin != kNone) std::copy_n(frame.indices(begin), rows, room_->begin.begin());
    out.begin = room_->begin;
    return out;
  }

  const Engine& engine_;
  std::unique_ptr<Room> room_;
  bool attention_, begun_ = false;
  int64_t sentences_ = 0, reserved_ = 0;
  Sizes sizes_;
};

std::vector<std::vector<Looks>> EngineStepper::source_looks() const {
  std::vector<std::vector<Looks>> looks(static_cast<std::size_t>(sentences_));
  Sizes sizes = sizes_;
  sizes.rows = sentences_;
  Frame frame = room_->encode.frame(sizes);
  const Program& encode = *engine_.encode_;
  for (int layer = 0;; ++layer) {
    ValueId weights = encode.output("encoder.weights" + std::to_string(layer));
    ValueId begin = encode.output("encoder.begin" + std::to_string(layer));
    if (weights == kNone) return looks;
    int64_t heads = frame.dim(weights, 1), length = frame.dim(weights, 2), width = frame.dim(weights, 3);
    for (int64_t s = 0; s < sentences_; ++s) {
      Looks one{static_cast<int32_t>(heads),
                static_cast<int32_t>(width),
                std::vector<int32_t>(static_cast<std::size_t>(length)),
                {}};
      if (begin != kNone) std::copy_n(frame.indices(begin) + s * length, length, one.begin.begin());
      const float* from = frame.numbers(weights) + s * heads * length * width;
      for (int64_t t = 0; t < length; ++t) {
        for (int64_t h = 0; h < heads; ++h) {
          const float* row = from + (h * length + t) * width;
          one.weights.insert(one.weights.end(), row, row + width);
        }
      }
      looks[static_cast<std::size_t>(s)].push_back(std::move(one));
    }
  }
}

Engine::Engine(const std::vector<Graph>& graphs, const Parameters& parameters, const TaskSizes& sizes,
               int32_t unknown)
    : unknown_(unknown), words_(static_cast<int32_t>(sizes.target_vocabulary)) {
  const Graph &encode = graph_of(graphs, "encode"), &step = graph_of(graphs, "step");
  check_graph(encode);
  check_graph(step);
  require_vectors(encode, "source", parameters, sizes.source_vocabulary);
  require_vectors(step, "token", parameters, sizes.target_vocabulary);
  encode_ = std::make_unique<Program>(Builder(encode, parameters,
                                              {{"source", Type::index, {kRows, kLength}, false},
                                               {"mask", Type::flag, {kRows, kLength}, false}})
                                          .build());
  step_ = std::make_unique<Program>(Builder(step, parameters, step_inputs(step, *encode_)).build());
  if (step_->input("token") == kNone)
    throw InputError("expected the graph 'step' to have an input 'token', found none");
  require_step(sizes.copies);
  require_source_looks();
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
  ValueId log_probs = step_->output("log_probs"), weights = step_->output("weights"),
          begin = step_->output("begin");
  Dim columns = copies ? kExtended : Dim{words_};
  require_output(log_probs != kNone && is_of_row(step_->value(log_probs), Type::number) &&
                     step_->value(log_probs).shape == Shape{kRows, columns},
                 "a log-probability for each token of the vocabulary");
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

std::unique_ptr<Stepper> Engine::start(std::span<const Example* const> examples, bool attention) const {
  std::unique_ptr<Room> room;
  {
    std::lock_guard hold(guard_);
    if (!free_.empty()) {
      room = std::move(free_.back());
      free_.pop_back();
    }
  }
  if (!room) room = std::make_unique<Room>(*encode_, *step_);
  return std::make_unique<EngineStepper>(*this, std::move(room), examples, attention);
}

}  // namespace heed::engine
