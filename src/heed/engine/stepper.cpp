#include "heed/engine/stepper.h"

#include <algorithm>
#include <numeric>

#include "heed/engine/contract.h"
#include "heed/engine/outputs.h"

namespace heed::engine {

namespace {

ValueId token_of(const Program& step) {
  for (const InputPort& input : step.parts().declared_inputs)
    if (input.origin == Origin::token) return step.input(input.name);
  return kNone;
}

}  // namespace

RunBuffers::RunBuffers(const ColumnPlan& plan, const Program& encodes, const Program& steps)
    : columns(plan), encode(encodes), step(steps), growing(steps) {
  for (const InputPort& input : steps.parts().declared_inputs) {
    ValueId id = steps.input(input.name);
    if (input.origin == Origin::state && !steps.value(id).grows)
      states.push_back({encodes.output(input.name), steps.output(input.name), id, {}, {}});
  }
  const std::vector<OutputPort>& outputs = steps.parts().declared_outputs;
  for (const OutputPort& output : outputs) {
    if (output.use == Use::attention)
      step_blocks.push_back({steps.output(output.name), steps.output(begin_of(outputs, output.block)), {}});
  }
}

EngineStepper::EngineStepper(const Engine& engine, std::unique_ptr<RunBuffers> buffers,
                             std::span<const Example* const> examples, const StepNeeds& needs)
    : engine_(engine), buffers_(std::move(buffers)), needs_(needs), output_(engine.output_) {
  read(examples);
  choose_tokens(examples);
  if (output_) output_->prepare();
  token_ = token_of(buffers_->step.program());
  buffers_->columns.bind(buffers_->encode);
  buffers_->encode.reserve(sizes_, 0);
  buffers_->encode.run(sizes_);
  buffers_->columns.bind(buffers_->step);
  bind_memory();
  buffers_->growing.start();
  constexpr int64_t kFirstSteps = 32;
  reserve(sentences_ * needs.width, kFirstSteps);
}

EngineStepper::~EngineStepper() {
  std::lock_guard hold(engine_.guard_);
  engine_.free_.push_back(std::move(buffers_));
}

StepOut EngineStepper::step(std::span<const int32_t> parents, std::span<const int32_t> tokens) {
  RunBuffers& buffers = *buffers_;
  Sizes before = sizes_;
  int64_t steps = buffers.growing.steps(), rows = static_cast<int64_t>(parents.size());
  sizes_.set_rows(rows);
  engine_.step_->axes().set(sizes_, "steps", steps);
  choose_rows(parents, before);
  bool is_longer = !buffers.growing.empty() && steps + 1 > reserved_steps_;
  if (rows > reserved_ || is_longer)
    reserve(std::max(rows, reserved_), is_longer ? 2 * reserved_steps_ : reserved_steps_);
  buffers.tokens.assign(tokens.begin(), tokens.end());
  for (int32_t& token : buffers.tokens) token = token < engine_.words_ ? token : engine_.unknown_;
  buffers.step.bind(token_, buffers.tokens.data());
  buffers.growing.bind(buffers.step);
  buffers.step.run(sizes_, buffers.sentence_of_row, buffers.growing.slots());
  buffers.growing.grow();
  return output();
}

void EngineStepper::read(std::span<const Example* const> examples) {
  RunBuffers& buffers = *buffers_;
  sentences_ = static_cast<int64_t>(examples.size());
  int32_t extended = engine_.words_;
  buffers.views.clear();
  for (const Example* example : examples) {
    for (std::size_t place : engine_.places_) {
      const Column& column = (*example)[place];
      for (int32_t copy : column.copies) extended = std::max(extended, copy + 1);
      buffers.views.emplace_back(column);
    }
  }
  buffers.columns.read(buffers.views, sentences_);
  sizes_ = engine_.encode_->axes().sizes({{"rows", sentences_}, {"extended", extended}});
  buffers.columns.set_sizes(engine_.encode_->axes(), sizes_);
  buffers.sentence_of_row.resize(examples.size());
  std::iota(buffers.sentence_of_row.begin(), buffers.sentence_of_row.end(), 0);
}

void EngineStepper::bind_memory() {
  Frame encoded = buffers_->encode.frame(sizes_);
  for (const InputPort& input : buffers_->step.program().parts().declared_inputs) {
    if (input.origin == Origin::encode)
      buffers_->step.bind(buffers_->step.program().input(input.name),
                          encoded.address(engine_.encode_->output(input.name)));
  }
}

void EngineStepper::choose_rows(std::span<const int32_t> parents, const Sizes& before) {
  RunBuffers& buffers = *buffers_;
  for (State& state : buffers.states) {
    Frame frame = begun_ ? buffers.step.frame(before) : buffers.encode.frame(before);
    ValueId value = begun_ ? state.from_step : state.from_encode;
    auto size = static_cast<std::size_t>(frame.row_size(value));
    const float* from = frame.numbers(value);
    std::swap(state.now, state.before);
    state.now.resize(parents.size() * size);
    for (std::size_t r = 0; r < parents.size(); ++r)
      std::copy_n(from + static_cast<std::size_t>(parents[r]) * size, size, state.now.data() + r * size);
  }
  buffers.growing.select(parents);
  // Rebinding comes last, because a state may be computed from another state's old value.
  for (State& state : buffers.states) buffers.step.bind(state.input, state.now.data());
  std::swap(buffers.sentence_of_row, buffers.last_sentence_of_row);
  buffers.sentence_of_row.resize(parents.size());
  for (std::size_t r = 0; r < parents.size(); ++r)
    buffers.sentence_of_row[r] = buffers.last_sentence_of_row[static_cast<std::size_t>(parents[r])];
  begun_ = true;
}

void EngineStepper::reserve(int64_t most_rows, int64_t most_steps) {
  RunBuffers& buffers = *buffers_;
  Sizes largest = sizes_, of_sentences = sizes_;
  largest.set_rows(reserved_ = most_rows);
  engine_.step_->axes().set(largest, "steps", reserved_steps_ = most_steps);
  of_sentences.set_rows(sentences_);
  if (!buffers.growing.empty()) buffers.growing.reserve(most_rows);
  buffers.step.reserve(largest, sentences_);
  buffers.step.prepare(of_sentences);
  auto rows = static_cast<std::size_t>(most_rows);
  for (State& state : buffers.states) {
    auto size = static_cast<std::size_t>(buffers.step.frame(sizes_).row_size(state.from_step));
    state.now.reserve(rows * size);
    state.before.reserve(rows * size);
  }
  for (StepBlock& block : buffers.step_blocks) block.begins.reserve(rows);
  attention_.reserve(buffers.step_blocks.size());
  for (auto* numbers : {&buffers.tokens, &buffers.sentence_of_row, &buffers.last_sentence_of_row})
    numbers->reserve(rows);
  if (output_) buffers.log_probs.reserve(rows * static_cast<std::size_t>(output_->outputs()));
}

void EngineStepper::choose_tokens(std::span<const Example* const> examples) {
  buffers_->shortlist.clear();
  if (!has_shortlist()) return;
  buffers_->shortlist.make(*engine_.shortlist_, examples, engine_.schema_, needs_);
  output_ = engine_.output_->chosen(buffers_->shortlist.tokens());
}

void EngineStepper::run_output_layer(const float* hidden, float* log_probs) {
  if (!has_shortlist()) return output_->run(hidden, sizes_.rows(), needs_, log_probs);
  output_->multiply(hidden, sizes_.rows(), log_probs);
  for (int32_t sentence : buffers_->sentence_of_row) {
    buffers_->shortlist.keep_own(sentence, log_probs);
    log_probs += output_->outputs();
  }
}

StepOut EngineStepper::output() {
  const Program& step = buffers_->step.program();
  Frame frame = buffers_->step.frame(sizes_);
  StepOut out;
  if (output_) {
    std::vector<float>& log_probs = buffers_->log_probs;
    out.columns = static_cast<int32_t>(output_->outputs());
    log_probs.resize(static_cast<std::size_t>(sizes_.rows() * out.columns));
    run_output_layer(frame.numbers(step.output(OutputLayer::kHidden)), log_probs.data());
    out.log_probs = log_probs;
    out.tokens = buffers_->shortlist.tokens();
  } else {
    ValueId log_probs = step.output(engine_.log_probs_);
    out.columns = static_cast<int32_t>(frame.dim(log_probs, 1));
    out.log_probs = {frame.numbers(log_probs), static_cast<std::size_t>(frame.size(log_probs))};
  }
  if (needs_.attention) out.attention = attention(frame);
  return out;
}

std::span<const StepAttention> EngineStepper::attention(const Frame& frame) {
  auto rows = static_cast<std::size_t>(sizes_.rows());
  attention_.clear();
  for (StepBlock& block : buffers_->step_blocks) {
    block.begins.assign(rows, 0);
    if (block.begin != kNone) std::copy_n(frame.indices(block.begin), rows, block.begins.begin());
    attention_.push_back({{frame.numbers(block.weights), static_cast<std::size_t>(frame.size(block.weights))},
                          block.begins,
                          static_cast<int32_t>(frame.dim(block.weights, 1)),
                          static_cast<int32_t>(frame.dim(block.weights, 3))});
  }
  return attention_;
}

std::vector<AttentionBlock> EngineStepper::step_blocks() const {
  std::vector<AttentionBlock> blocks;
  if (!needs_.attention) return blocks;
  for (const OutputPort& output : engine_.step_attention_) blocks.push_back(output.block);
  return blocks;
}

std::vector<std::vector<BlockAttention>> EngineStepper::encoder_attention() const {
  Sizes sizes = sizes_;
  sizes.set_rows(sentences_);
  OutputReader reader(buffers_->encode, sizes, engine_.columns_, buffers_->columns);
  std::vector<std::vector<BlockAttention>> attention;
  for (int64_t sentence = 0; sentence < sentences_; ++sentence)
    attention.push_back(reader.attention(sentence));
  return attention;
}

}  // namespace heed::engine
