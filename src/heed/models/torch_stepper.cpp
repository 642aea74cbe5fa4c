#include "heed/models/torch_stepper.h"

#include <ATen/ATen.h>

#include <numeric>

#include "heed/models/glances.h"
#include "heed/models/tensors.h"
#include "heed/ops/ops.h"

namespace heed {
namespace {

Tensor index_of(const std::vector<int64_t>& rows) {
  return ids_tensor(rows, 1, static_cast<int64_t>(rows.size())).squeeze(0);
}

}  // namespace

Tensor StepParts::log_probs(const DecoderStep& step, const Tensor& embedded, const Memory& memory) const {
  Tensor logits = output(decoder.readout(step.features));
  if (!copy) return ops::log_softmax(logits);
  Tensor weights = ops::spread(step.glance.weights, step.glance.begin, memory.keys);
  return ops::mix_copy(logits, (*copy)(seen_by(step, embedded)), weights, memory.copies);
}

TorchStepper::TorchStepper(const StepParts& parts, const Memory& memory, DecoderState first, bool attention,
                           std::vector<Glance> source)
    : parts_(parts),
      attention_(attention),
      source_(std::move(source)),
      all_(memory),
      rows_(memory),
      state_(std::move(first)),
      sentence_(static_cast<std::size_t>(memory.mask.size(0))) {
  std::iota(sentence_.begin(), sentence_.end(), 0);
}

void TorchStepper::select(std::span<const int32_t> parents) {
  std::vector<int64_t> rows(parents.begin(), parents.end()), sentence;
  for (int64_t row : rows) sentence.push_back(sentence_[static_cast<std::size_t>(row)]);
  Tensor index = index_of(rows);
  state_.each([&](const std::string&, Tensor& tensor) { tensor = tensor.index_select(0, index); });
  if (sentence == sentence_) return;  // the same sources in the same rows: no need to copy them again
  sentence_ = std::move(sentence);
  Tensor source = index_of(sentence_);
  bool shared = all_.values.is_same(all_.keys);
  rows_ = all_;
  if (shared) rows_.values = Tensor();
  rows_.each([&](const std::string&, Tensor& tensor) { tensor = tensor.index_select(0, source); });
  if (shared) rows_.values = rows_.keys;
}

std::vector<AttentionBlock> TorchStepper::step_blocks() const {
  if (!attention_ || !parts_.decoder.attends()) return {};
  return {parts_.block};
}

std::vector<std::vector<BlockAttention>> TorchStepper::encoder_attention() const {
  std::vector<std::vector<BlockAttention>> attention(static_cast<std::size_t>(all_.mask.size(0)));
  for (std::size_t layer = 0; layer < source_.size(); ++layer) {
    AttentionBlock block{"encoder", static_cast<int64_t>(layer), parts_.source, parts_.source};
    for (std::size_t i = 0; i < attention.size(); ++i)
      attention[i].push_back({block, rows_of(source_[layer], static_cast<int64_t>(i))});
  }
  return attention;
}

StepOut TorchStepper::step(std::span<const int32_t> parents, std::span<const int32_t> tokens) {
  at::NoGradGuard no_gradient;
  select(parents);
  std::vector<int64_t> ids;
  for (int32_t token : tokens) ids.push_back(token < parts_.output.weight.size(0) ? token : parts_.unknown);
  Tensor embedded = parts_.embedding(index_of(ids));
  DecoderStep step = parts_.decoder.step(embedded, state_, rows_, {});
  state_ = step.state;
  log_probs_ = parts_.log_probs(step, embedded, rows_).to(at::kFloat).contiguous();
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
  attention_of_step_ = {{weights_.data_ptr<float>(), static_cast<std::size_t>(weights_.numel())},
                        begin_,
                        static_cast<int32_t>(weights_.size(1)),
                        static_cast<int32_t>(weights_.size(3))};
  out.attention = {&attention_of_step_, 1};
  return out;
}

}  // namespace heed
