#include "heed/models/encoder_decoder.h"

#include <ATen/ATen.h>

#include <numeric>

#include "heed/models/tensors.h"
#include "heed/models/torch_stepper.h"

namespace heed {
namespace {

class EncoderDecoder : public Model, public Generator {
 public:
  EncoderDecoder(const EncoderDecoderOptions& options, const Task& task, const Scope& scope)
      : dropout_(options.dropout), tokens_(task.search_tokens()), parameters_(scope.parameters()) {
    TaskSizes sizes = task.sizes();
    encoder_ = std::visit([&](const auto& o) { return o.make(scope / "encoder", sizes.source_vocabulary); },
                          options.encoder);
    decoder_ = std::visit(
        [&](const auto& o) {
          return o.make(options.attention, *encoder_, sizes.target_vocabulary, scope / "decoder");
        },
        options.decoder);
  }

  Loss loss(const Batch& batch, const Noise& noise) override {
    Encoded encoded = encode(batch, noise);
    Memory memory = decoder_->remember(encoded);
    DecoderState state = decoder_->start(encoded);
    Tensor targets = ids_tensor(batch.target, batch.rows, batch.target_length);
    Tensor starts = at::full({batch.rows, 1}, tokens_.start, targets.options());
    Tensor previous = at::cat({starts, targets.narrow(1, 0, batch.target_length - 1)}, 1);
    Tensor embedded = dropout(decoder_->embed(previous), dropout_, noise, "target");
    std::vector<Tensor> features;
    for (const Tensor& token : embedded.transpose(0, 1).unbind(0)) {
      DecoderStep step = decoder_->step(token, state, memory);
      features.push_back(step.features);
      state = std::move(step.state);
    }
    Tensor all = dropout(at::stack(features, 1), dropout_, noise, "readout");
    Tensor logits = decoder_->readout(all).flatten(0, 1);
    Tensor mask = length_mask(batch.target_lengths, batch.target_length);
    Loss loss;
    loss.sum = ops::cross_entropy(logits, targets.flatten(), mask.flatten());
    loss.count = std::accumulate(batch.target_lengths.begin(), batch.target_lengths.end(), int64_t{0});
    return loss;
  }

  std::unique_ptr<Predictor> predictor() override {
    return std::make_unique<SearchPredictor>(std::vector<const Generator*>{this}, tokens_);
  }
  const Generator* generator() const override { return this; }
  std::unique_ptr<Stepper> start(std::span<const Example* const> examples, bool attention) const override {
    at::NoGradGuard no_gradient;
    return std::make_unique<TorchStepper>(*decoder_, encode(make_batch(examples), {}), attention);
  }
  std::vector<Graph> record(int64_t rows, int64_t length) override;

 private:
  Encoded encode(const Batch& batch, const Noise& noise) const {
    return encoder_->encode(ids_tensor(batch.source, batch.rows, batch.source_length),
                            length_mask(batch.source_lengths, batch.source_length), noise);
  }

  double dropout_;
  SearchTokens tokens_;
  const Parameters& parameters_;
  std::unique_ptr<Encoder> encoder_;
  std::unique_ptr<Decoder> decoder_;
};

void declare_inputs(Recorder& recorder, const DecoderState& state, const Memory& memory) {
  recorder.input("keys", memory.keys);
  if (!memory.values.is_same(memory.keys)) recorder.input("values", memory.values);
  recorder.input("mask", memory.mask);
  for (std::size_t i = 0; i < state.cells.size(); ++i)
    recorder.input("state" + std::to_string(i), state.cells[i]);
}

void declare_outputs(Recorder& recorder, const DecoderState& state) {
  for (std::size_t i = 0; i < state.cells.size(); ++i)
    recorder.output("state" + std::to_string(i), state.cells[i]);
}

std::vector<Graph> EncoderDecoder::record(int64_t rows, int64_t length) {
  at::NoGradGuard no_gradient;
  std::vector<Graph> graphs;
  Tensor ids = at::full({rows, length}, tokens_.end, at::TensorOptions().dtype(at::kLong));
  Tensor mask = at::ones({rows, length}, at::TensorOptions().dtype(at::kBool));
  Memory memory;
  DecoderState state;
  {
    Recorder recorder("encode", parameters_.all());
    recorder.input("source", ids);
    recorder.input("mask", mask);
    Encoded encoded = encoder_->encode(ids, mask, {});
    memory = decoder_->remember(encoded);
    state = decoder_->start(encoded);
    recorder.output("keys", memory.keys);
    recorder.output("values", memory.values);
    declare_outputs(recorder, state);
    graphs.push_back(recorder.finish());
  }
  {
    Recorder recorder("step", parameters_.all());
    Tensor token = at::full({rows}, tokens_.start, ids.options());
    recorder.input("token", token);
    declare_inputs(recorder, state, memory);
    DecoderStep step = decoder_->step(decoder_->embed(token), state, memory);
    recorder.output("log_probs", ops::log_softmax(decoder_->readout(step.features)));
    recorder.output("weights", step.glance.weights);
    declare_outputs(recorder, step.state);
    graphs.push_back(recorder.finish());
  }
  return graphs;
}

}  // namespace

std::unique_ptr<Model> EncoderDecoderOptions::make(const Task& task, const Scope& scope) const {
  return std::make_unique<EncoderDecoder>(*this, task, scope);
}

}  // namespace heed
