#include "heed/engine/stepper.h"

#include <algorithm>

#include "heed/engine/contract.h"

namespace heed::engine {

Room::Room(const Program& encodes, const Program& steps) : encode(encodes), step(steps), growing(steps) {
  for (const InputPort& input : steps.parts().declared_inputs) {
    ValueId id = steps.input(input.name);
    if (input.origin == Origin::state && !steps.value(id).grows)
      states.push_back({encodes.output(input.name), steps.output(input.name), id, {}, {}});
  }
}

EngineStepper::EngineStepper(const Engine& engine, std::unique_ptr<Room> room,
                             std::span<const Example* const> examples, const StepNeeds& needs)
    : engine_(engine), room_(std::move(room)), needs_(needs), output_(engine.output_) {
  read(examples);
  choose_tokens(examples);
  if (output_) output_->prepare();
  bind_columns(room_->encode);
  room_->encode.reserve(sizes_, 0);
  room_->encode.run(sizes_);
  bind_columns(room_->step);
  bind_memory();
  room_->growing.start();
  constexpr int64_t kFirstSteps = 32;
  make_room(sentences_ * needs.width, kFirstSteps);
}

EngineStepper::~EngineStepper() {
  std::lock_guard hold(engine_.guard_);
  engine_.free_.push_back(std::move(room_));
}

StepOut EngineStepper::step(std::span<const int32_t> parents, std::span<const int32_t> tokens) {
  Room& room = *room_;
  Sizes before = sizes_;
  int64_t steps = room.growing.steps(), rows = static_cast<int64_t>(parents.size());
  sizes_.set_rows(rows);
  engine_.step_->axes().set(sizes_, "steps", steps);
  choose_rows(parents, before);
  bool is_longer = !room.growing.empty() && steps + 1 > reserved_steps_;
  if (rows > reserved_ || is_longer)
    make_room(std::max(rows, reserved_), is_longer ? 2 * reserved_steps_ : reserved_steps_);
  room.tokens.assign(tokens.begin(), tokens.end());
  for (int32_t& token : room.tokens) token = token < engine_.words_ ? token : engine_.unknown_;
  room.step.bind(token_, room.tokens.data());
  room.growing.bind(room.step);
  room.step.run(sizes_, room.sentence_of_row, room.growing.slots());
  room.growing.grow();
  return output();
}

void EngineStepper::read(std::span<const Example* const> examples) {
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
  sizes_ = engine_.encode_->axes().sizes(
      {{"rows", sentences_}, {kSourceColumn, static_cast<int64_t>(longest)}, {"extended", extended}});
  room.sentence_of_row.resize(examples.size());
  for (std::size_t i = 0; i < examples.size(); ++i) room.sentence_of_row[i] = static_cast<int32_t>(i);
}

void EngineStepper::bind_columns(Workspace& workspace) {
  for (const InputPort& input : workspace.program().parts().declared_inputs) {
    ValueId id = workspace.program().input(input.name);
    if (input.origin == Origin::ids) workspace.bind(id, room_->source.data());
    if (input.origin == Origin::mask) workspace.bind(id, room_->mask.get());
    if (input.origin == Origin::copies) workspace.bind(id, room_->copies.data());
    if (input.origin == Origin::token) token_ = id;
  }
}

void EngineStepper::bind_memory() {
  Frame encoded = room_->encode.frame(sizes_);
  for (const InputPort& input : room_->step.program().parts().declared_inputs) {
    if (input.origin == Origin::encode)
      room_->step.bind(room_->step.program().input(input.name),
                       encoded.address(engine_.encode_->output(input.name)));
  }
}

void EngineStepper::choose_rows(std::span<const int32_t> parents, const Sizes& before) {
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
  room.growing.select(parents);
  // Only now: a state may go on from what another one was.
  for (State& state : room.states) room.step.bind(state.input, state.now.data());
  std::swap(room.sentence_of_row, room.last_sentence_of_row);
  room.sentence_of_row.resize(parents.size());
  for (std::size_t r = 0; r < parents.size(); ++r)
    room.sentence_of_row[r] = room.last_sentence_of_row[static_cast<std::size_t>(parents[r])];
  begun_ = true;
}

void EngineStepper::make_room(int64_t most_rows, int64_t most_steps) {
  Room& room = *room_;
  Sizes largest = sizes_, of_sentences = sizes_;
  largest.set_rows(reserved_ = most_rows);
  engine_.step_->axes().set(largest, "steps", reserved_steps_ = most_steps);
  of_sentences.set_rows(sentences_);
  if (!room.growing.empty()) room.growing.reserve(most_rows);
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

void EngineStepper::choose_tokens(std::span<const Example* const> examples) {
  room_->shortlist.clear();
  if (!has_shortlist()) return;
  room_->shortlist.make(*engine_.shortlist_, examples, engine_.words_, needs_.prefix);
  output_ = engine_.output_->chosen(room_->shortlist.tokens());
}

void EngineStepper::run_output_layer(const float* hidden, float* log_probs) {
  if (!has_shortlist()) return output_->run(hidden, sizes_.rows(), needs_, log_probs);
  output_->multiply(hidden, sizes_.rows(), log_probs);
  for (int32_t sentence : room_->sentence_of_row) {
    room_->shortlist.keep_own(sentence, needs_.log_probabilities, log_probs);
    log_probs += output_->outputs();
  }
}

StepOut EngineStepper::output() {
  const Program& step = room_->step.program();
  Frame frame = room_->step.frame(sizes_);
  StepOut out;
  if (output_) {
    std::vector<float>& log_probs = room_->log_probs;
    out.columns = static_cast<int32_t>(output_->outputs());
    log_probs.resize(static_cast<std::size_t>(sizes_.rows() * out.columns));
    run_output_layer(frame.numbers(step.output(OutputLayer::kHidden)), log_probs.data());
    out.log_probs = log_probs;
    out.tokens = room_->shortlist.tokens();
  } else {
    ValueId log_probs = step.output(engine_.log_probs_);
    out.columns = static_cast<int32_t>(frame.dim(log_probs, 1));
    out.log_probs = {frame.numbers(log_probs), static_cast<std::size_t>(frame.size(log_probs))};
  }
  if (!needs_.attention || engine_.step_attention_.empty()) return out;
  const AttentionBlock& block = engine_.step_attention_[0].block;
  ValueId weights = step.output(engine_.step_attention_[0].name);
  ValueId begin = step.output(begin_of(step.parts().declared_outputs, block));
  out.weights = {frame.numbers(weights), static_cast<std::size_t>(frame.size(weights))};
  out.heads = static_cast<int32_t>(frame.dim(weights, 1));
  out.width = static_cast<int32_t>(frame.dim(weights, 3));
  auto rows = static_cast<std::size_t>(sizes_.rows());
  room_->begin.assign(rows, 0);
  if (begin != kNone) std::copy_n(frame.indices(begin), rows, room_->begin.begin());
  out.begin = room_->begin;
  return out;
}

std::vector<std::vector<Looks>> EngineStepper::source_looks() const {
  std::vector<std::vector<Looks>> looks(static_cast<std::size_t>(sentences_));
  Sizes sizes = sizes_;
  sizes.set_rows(sentences_);
  Frame frame = room_->encode.frame(sizes);
  const Program& encode = *engine_.encode_;
  for (const OutputPort& output : engine_.encode_attention_) {
    ValueId weights = encode.output(output.name);
    ValueId begin = encode.output(begin_of(encode.parts().declared_outputs, output.block));
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
  return looks;
}

}  // namespace heed::engine
