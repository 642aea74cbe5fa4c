// A Stepper that runs an encoder–decoder with libtorch: the reference that every engine is compared with.
#pragma once

#include <vector>

#include "heed/models/copy.h"
#include "heed/search/stepper.h"

namespace heed {

// The parts of a model that one decoding step uses.
struct StepParts {
  const Decoder& decoder;
  const Embedding& embedding;
  const Linear& output;
  const CopyGate* copy;  // null: the model does not copy
  int64_t unknown;       // the input token for a copied token outside the vocabulary
  AttentionBlock block;  // the name of the decoder's attention
  std::string source;    // the name of the column that the encoder reads

  // The log-probabilities of the next tokens, [B,V], or [B,V+K] with copying.
  Tensor log_probs(const DecoderStep& step, const Tensor& embedded, const Memory& memory) const;
};

class TorchStepper : public Stepper {
 public:
  // The memory has one row for each sentence. What the parts point to must outlive the stepper. Without
  // `attention`, steps return no weights. `source` holds the weights of each encoder layer that has
  // attention.
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
  Memory all_, rows_;              // for every sentence; for every row
  DecoderState state_;             // of every row
  std::vector<int64_t> sentence_;  // of every row
  Tensor log_probs_, weights_;
  StepAttention attention_of_step_;  // attention of the only block
  std::vector<int32_t> begin_;
};

}  // namespace heed
