#include "heed/models/torch_stepper.h"

#include <ATen/ATen.h>

#include <numeric>

#include "heed/models/tensors.h"
#include "heed/ops/ops.h"

namespace heed {
namespace {

Tensor index_of(const std::vector<int64_t>& rows) {
  return ids_tensor(rows, 1, static_cast<int64_t>(rows.size())).squeeze(0);
}

Tensor select_rows(const Tensor& tensor, const Tensor& index) {
  return tensor.defined() ? tensor.index_select(0, index) : tensor;
}

}  // namespace

TorchStepper::TorchStepper(const StepParts& parts, const Encoded& encoded, bool attention)
    : parts_(parts),
      attention_(attention),
      all_(parts.decoder.remember(encoded)),
      rows_(all_),
      state_(parts.decoder.start(encoded)),
      sentence_(static_cast<std::size_t>(encoded.mask.size(0))) {
  std::iota(sentence_.begin(), sentence_.end(), 0);
}

void TorchStepper::select(std::span<const int32_t> parents) {
  std::vector<int64_t> rows(parents.begin(), parents.end()), sentence;
  for (int64_t row : rows) sentence.push_back(sentence_[static_cast<std::size_t>(row)]);
  Tensor index = index_of(rows);
  state_.each([&](const std::string&, Tensor& tensor) { tensor = select_rows(tensor, index); });
  if (sentence == sentence_) return;  // the same sources in the same rows: no need to copy them again
  sentence_ = std::move(sentence);
  Tensor source = index_of(sentence_);
  rows_ = {select_rows(all_.keys, source), select_rows(all_.values, source), select_rows(all_.mask, source),
           select_rows(all_.bias, source)};
}

StepOut TorchStepper::step(std::span<const int32_t> parents, std::span<const int32_t> tokens) {
  at::NoGradGuard no_gradient;
  select(parents);
  std::vector<int64_t> ids(tokens.begin(), tokens.end());
  DecoderStep step = parts_.decoder.step(parts_.embedding(index_of(ids)), state_, rows_, {});
  state_ = step.state;
  Tensor logits = parts_.output(parts_.decoder.readout(step.features));
  log_probs_ = ops::log_softmax(logits).to(at::kFloat).contiguous();
  begin_.assign(tokens.size(), 0);
  if (step.glance.begin.defined()) {
    Tensor begin = step.glance.begin.to(at::kInt).contiguous();
    std::copy_n(begin.data_ptr<int32_t>(), begin_.size(), begin_.begin());
  }
  StepOut out;
  out.log_probs = {log_probs_.data_ptr<float>(), static_cast<std::size_t>(log_probs_.numel())};
  out.columns = static_cast<int32_t>(log_probs_.size(1));
  if (!attention_ || !step.glance.weights.defined()) return out;
  weights_ = step.glance.weights.to(at::kFloat).contiguous();  // [rows,H,1,W]
  out.weights = {weights_.data_ptr<float>(), static_cast<std::size_t>(weights_.numel())};
  out.begin = begin_;
  out.heads = static_cast<int32_t>(weights_.size(1));
  out.width = static_cast<int32_t>(weights_.size(3));
  return out;
}

}  // namespace heed
