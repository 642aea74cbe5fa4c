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
  std::vector<int32_t> source, copies, tokens, begin, sentence_of_row, last_sentence_of_row, likely;
  std::vector<float> log_probs;
  std::unique_ptr<bool[]> mask;
  std::size_t mask_size = 0;
  std::vector<State> states;
};

class EngineStepper : public Stepper {
 public:
  EngineStepper(const Engine& engine, std::unique_ptr<Room> room, std::span<const Example* const> examples,
                const StepNeeds& needs)
      : engine_(engine), room_(std::move(room)), needs_(needs), output_(engine.output_) {
    read(examples);
    choose_tokens(examples);
    bind_encode();
    room_->encode.reserve(sizes_, 0);
    room_->encode.run(sizes_);
    bind_step();
    make_room(sentences_ * needs.width);
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
    if (sizes_.rows > reserved_) make_room(sizes_.rows);
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
      state.now.resize(parents.size() * size);
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

  // For steps of up to so many rows.
  void make_room(int64_t most_rows) {
    Room& room = *room_;
    Sizes largest = sizes_, of_sentences = sizes_;
    largest.rows = reserved_ = most_rows;
    of_sentences.rows = sentences_;
    room.step.reserve(largest, sentences_);
    room.step.prepare(of_sentences);
    auto rows = static_cast<std::size_t>(most_rows);
    for (State& state : room.states) {
      auto size = static_cast<std::size_t>(room.step.frame(sizes_).row_size(state.from_step));
      state.now.reserve(rows * size);
      state.before.reserve(rows * size);
    }
    for (auto* numbers : {&room.tokens, &room.begin, &room.sentence_of_row, &room.last_sentence_of_row})
      numbers->reserve(rows);
    if (output_) room.log_probs.reserve(rows * static_cast<std::size_t>(output_->outputs()));
  }

  // What of the vocabulary is likely; with what the outputs must begin with.
  void choose_tokens(std::span<const Example* const> examples) {
    room_->likely.clear();
    if (!engine_.shortlist_ || needs_.any_token) return;
    std::vector<int32_t>& likely = room_->likely;
    likely.assign(engine_.shortlist_->always.begin(), engine_.shortlist_->always.end());
    std::vector<int32_t> sources(room_->source);
    make_unique(sources);
    for (int32_t source : sources) engine_.shortlist_->add(source, likely);
    for (const Example* example : examples)
      likely.insert(likely.end(), example->target.ids.begin(), example->target.ids.end());
    make_unique(likely);
    output_ = engine_.output_->chosen(likely);
  }

  StepOut output() {
    const Program& step = *engine_.step_;
    Frame frame = room_->step.frame(sizes_);
    StepOut out;
    ValueId weights = step.output("weights"), begin = step.output("begin");
    if (output_) {
      std::vector<float>& log_probs = room_->log_probs;
      out.columns = static_cast<int32_t>(output_->outputs());
      log_probs.resize(static_cast<std::size_t>(sizes_.rows * out.columns));
      output_->run(frame.numbers(step.output(OutputLayer::kHidden)), sizes_.rows, needs_.scores,
                   log_probs.data());
      out.log_probs = log_probs;
      out.tokens = room_->likely;
    } else {
      ValueId log_probs = step.output("log_probs");
      out.columns = static_cast<int32_t>(frame.dim(log_probs, 1));
      out.log_probs = {frame.numbers(log_probs), static_cast<std::size_t>(frame.size(log_probs))};
    }
    if (!needs_.attention || weights == kNone) return out;
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
  StepNeeds needs_;
  std::optional<OutputLayer> output_;
  bool begun_ = false;
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

std::unique_ptr<Stepper> Engine::start(std::span<const Example* const> examples,
                                       const StepNeeds& needs) const {
  std::unique_ptr<Room> room;
  {
    std::lock_guard hold(guard_);
    if (!free_.empty()) {
      room = std::move(free_.back());
      free_.pop_back();
    }
  }
  if (!room) room = std::make_unique<Room>(*encode_, *step_);
  return std::make_unique<EngineStepper>(*this, std::move(room), examples, needs);
}

}  // namespace heed::engine
