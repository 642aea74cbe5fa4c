#include "heed/engine/stepper.h"

#include <algorithm>
#include <array>

namespace heed::engine {

bool is_of_sentence(const std::string& input) {
  static constexpr std::array kMemory = {"keys", "values", "mask", "bias", "lengths", "copies"};
  return std::find(kMemory.begin(), kMemory.end(), input) != kMemory.end();
}

Room::Room(const Program& encodes, const Program& steps) : encode(encodes), step(steps) {
  for (const auto& [name, input] : steps.parts().inputs) {
    if (name != "token" && !is_of_sentence(name))
      states.push_back({encodes.output(name), steps.output(name), input, {}, {}});
  }
}

EngineStepper::EngineStepper(const Engine& engine, std::unique_ptr<Room> room,
                             std::span<const Example* const> examples, const StepNeeds& needs)
    : engine_(engine), room_(std::move(room)), needs_(needs), output_(engine.output_) {
  read(examples);
  choose_tokens(examples);
  if (output_) output_->prepare();
  bind_encode();
  room_->encode.reserve(sizes_, 0);
  room_->encode.run(sizes_);
  bind_step();
  make_room(sentences_ * needs.width);
}

EngineStepper::~EngineStepper() {
  std::lock_guard hold(engine_.guard_);
  engine_.free_.push_back(std::move(room_));
}

StepOut EngineStepper::step(std::span<const int32_t> parents, std::span<const int32_t> tokens) {
  Room& room = *room_;
  Sizes before = sizes_;
  sizes_.rows = static_cast<int64_t>(parents.size());
  choose_rows(parents, before);
  if (sizes_.rows > reserved_) make_room(sizes_.rows);
  room.tokens.assign(tokens.begin(), tokens.end());
  for (int32_t& token : room.tokens) token = token < engine_.words_ ? token : engine_.unknown_;
  room.step.bind(room.step.program().input("token"), room.tokens.data());
  room.step.run(sizes_, room.sentence_of_row);
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
  sizes_ = {sentences_, static_cast<int64_t>(longest), extended};
  room.sentence_of_row.resize(examples.size());
  for (std::size_t i = 0; i < examples.size(); ++i) room.sentence_of_row[i] = static_cast<int32_t>(i);
}

void EngineStepper::bind_encode() {
  for (const auto& [name, input] : engine_.encode_->parts().inputs) {
    if (name == "source") room_->encode.bind(input, room_->source.data());
    if (name == "mask") room_->encode.bind(input, room_->mask.get());
  }
}

void EngineStepper::bind_step() {
  Frame encoded = room_->encode.frame(sizes_);
  for (const auto& [name, input] : room_->step.program().parts().inputs) {
    if (name == "mask")
      room_->step.bind(input, room_->mask.get());
    else if (name == "copies")
      room_->step.bind(input, room_->copies.data());
    else if (is_of_sentence(name))
      room_->step.bind(input, encoded.numbers(engine_.encode_->output(name)));
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
  // Only now: a state may go on from what another one was.
  for (State& state : room.states) room.step.bind(state.input, state.now.data());
  std::swap(room.sentence_of_row, room.last_sentence_of_row);
  room.sentence_of_row.resize(parents.size());
  for (std::size_t r = 0; r < parents.size(); ++r)
    room.sentence_of_row[r] = room.last_sentence_of_row[static_cast<std::size_t>(parents[r])];
  begun_ = true;
}

void EngineStepper::make_room(int64_t most_rows) {
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

void EngineStepper::choose_tokens(std::span<const Example* const> examples) {
  room_->shortlist.clear();
  if (!has_shortlist()) return;
  room_->shortlist.make(*engine_.shortlist_, examples, engine_.words_, needs_.prefix);
  output_ = engine_.output_->chosen(room_->shortlist.tokens());
}

void EngineStepper::run_output_layer(const float* hidden, float* log_probs) {
  if (!has_shortlist()) return output_->run(hidden, sizes_.rows, needs_, log_probs);
  output_->multiply(hidden, sizes_.rows, log_probs);
  for (int32_t sentence : room_->sentence_of_row) {
    room_->shortlist.keep_own(sentence, needs_.log_probabilities, log_probs);
    log_probs += output_->outputs();
  }
}

StepOut EngineStepper::output() {
  const Program& step = room_->step.program();
  Frame frame = room_->step.frame(sizes_);
  StepOut out;
  ValueId weights = step.output("weights"), begin = step.output("begin");
  if (output_) {
    std::vector<float>& log_probs = room_->log_probs;
    out.columns = static_cast<int32_t>(output_->outputs());
    log_probs.resize(static_cast<std::size_t>(sizes_.rows * out.columns));
    run_output_layer(frame.numbers(step.output(OutputLayer::kHidden)), log_probs.data());
    out.log_probs = log_probs;
    out.tokens = room_->shortlist.tokens();
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

}  // namespace heed::engine
