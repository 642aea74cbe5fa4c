// A Stepper that runs an encoder–decoder with libtorch: the reference that every engine is held against.
#pragma once

#include <vector>

#include "heed/models/copy.h"
#include "heed/search/stepper.h"

namespace heed {

// The parts of a model that take one decoding step.
struct StepParts {
  const Decoder& decoder;
  const Embedding& embedding;
  const Linear& output;
  const CopyGate* copy;  // null = it copies nothing
  int64_t unknown;       // what a copied token outside the vocabulary is read as

  // The log-probabilities of what the step may write, [B,V] or with copying [B,V+K].
  Tensor log_probs(const DecoderStep& step, const Tensor& embedded, const Memory& memory) const;
};

class TorchStepper : public Stepper {
 public:
  // The memory has one row for each sentence; the parts outlive the stepper. Without `attention` steps return
  // no weights. `source` has the weights of each layer of the encoder that attends.
  TorchStepper(const StepParts& parts, const Memory& memory, DecoderState first, bool attention,
               std::vector<Glance> source);

  StepOut step(std::span<const int32_t> parents, std::span<const int32_t> tokens) override;
  std::vector<AttentionBlock> step_blocks() const override;
  std::vector<std::vector<BlockAttention>> encoder_attention() const override;

 private:
  void select(std::span<const int32_t> parents);

  StepParts parts_;
  bool attention_;
  std::vector<Glance> source_;
  Memory all_, rows_;              // of every sentence; of every row
  DecoderState state_;             // of every row
  std::vector<int64_t> sentence_;  // of every row
  Tensor log_probs_, weights_;
  StepAttention attention_of_step_;  // of the one block
  std::vector<int32_t> begin_;
};

}  // namespace heed
