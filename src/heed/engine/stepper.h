// One run of an Engine: it encodes the sources and then computes steps for the rows that the search chooses.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "heed/engine/batch_shortlist.h"
#include "heed/engine/engine.h"
#include "heed/engine/growing_states.h"

namespace heed::engine {

// A state of the decoder with a fixed shape, one for each row.
struct State {
  ValueId from_encode, from_step, input;
  std::vector<float> now, before;  // a state that a step does not change stays in `before`
};

// A block of attention that a step returns.
struct StepBlock {
  ValueId weights, begin;  // begin: kNone if every row begins at the first column
  std::vector<int32_t> begins;
};

struct RunBuffers {
  RunBuffers(const ColumnPlan& plan, const Program& encodes, const Program& steps);

  ColumnBuffers columns;
  std::vector<ColumnView> views;  // views of the batch's examples, which `columns` reads
  ProgramMemory encode, step;
  GrowingStates growing;
  std::vector<int32_t> tokens, sentence_of_row, last_sentence_of_row;
  std::vector<float> log_probs;
  BatchShortlist shortlist;
  std::vector<State> states;
  std::vector<StepBlock> step_blocks;
};

class EngineStepper : public Stepper {
 public:
  EngineStepper(const Engine& engine, std::unique_ptr<RunBuffers> buffers,
                std::span<const Example* const> examples, const StepNeeds& needs);
  ~EngineStepper() override;
  StepOut step(std::span<const int32_t> parents, std::span<const int32_t> tokens) override;
  std::vector<AttentionBlock> step_blocks() const override;
  std::vector<std::vector<BlockAttention>> encoder_attention() const override;

 private:
  // Reads the columns of a batch.
  void read(std::span<const Example* const> examples);
  void bind_memory();
  // Replaces the state of each row by that of its parent.
  void choose_rows(std::span<const int32_t> parents, const Sizes& before);
  // Reserves memory for steps of up to `most_rows` rows and outputs of up to `most_steps` tokens.
  void reserve(int64_t most_rows, int64_t most_steps);
  // Gives each sentence its own shortlist, if the engine has one and the search does not need every token.
  void choose_tokens(std::span<const Example* const> examples);
  bool has_shortlist() const { return engine_.shortlist_ && !needs_.any_token; }
  // Fills `log_probs` [rows, out.columns] with log-probabilities, or with logits if the search needs no more.
  void run_output_layer(const float* hidden, float* log_probs);
  StepOut output();
  std::span<const StepAttention> attention(const Frame& frame);

  const Engine& engine_;
  std::unique_ptr<RunBuffers> buffers_;
  StepNeeds needs_;
  std::optional<OutputLayer> output_;
  bool begun_ = false;
  ValueId token_ = kNone;
  int64_t sentences_ = 0, reserved_ = 0, reserved_steps_ = 0;
  Sizes sizes_;
  std::vector<StepAttention> attention_;
};

}  // namespace heed::engine
