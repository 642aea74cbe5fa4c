// A Stepper that runs an encoder–decoder with libtorch: the reference that every engine is held against.
#pragma once

#include <vector>

#include "heed/models/decoder.h"
#include "heed/search/stepper.h"

namespace heed {

class TorchStepper : public Stepper {
 public:
  // One row a sentence of `encoded`; the decoder outlives the stepper. Without `attention` no weights are
  // handed out.
  TorchStepper(const Decoder& decoder, const Encoded& encoded, bool attention);

  StepOut step(std::span<const int32_t> parents, std::span<const int32_t> tokens) override;

 private:
  void select(std::span<const int32_t> parents);

  const Decoder& decoder_;
  bool attention_;
  Memory all_, rows_;              // of every sentence; of every row
  DecoderState state_;             // of every row
  std::vector<int64_t> sentence_;  // of every row
  Tensor log_probs_, weights_;
  std::vector<int32_t> begin_;
};

}  // namespace heed
