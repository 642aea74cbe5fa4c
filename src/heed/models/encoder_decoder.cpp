#include "heed/models/encoder_decoder.h"

#include <ATen/ATen.h>

#include <numeric>

#include "heed/base/error.h"
#include "heed/models/tensors.h"
#include "heed/models/torch_stepper.h"

namespace heed {
namespace {

// One table of vectors where the options tie them; where they cannot be tied, the reason.
void require_tieable(const EncoderDecoderOptions& options, const TaskSizes& sizes, int64_t readout) {
  const EmbeddingOptions& embedding = options.embedding;
  if (embedding.tied == "none") return;
  if (embedding.width != readout) {
    throw OptionError(
        "model.embedding.tied: the output layer can share the embedding's table only if "
        "model.decoder.readout is as wide, found " +
        std::to_string(readout) + " and " + std::to_string(embedding.width));
  }
  if (embedding.tied == "all" && !sizes.joint) {
    throw OptionError(
        "model.embedding.tied: all needs one vocabulary for both sides; set task.joint: true, or tied: "
        "target");
  }
}

class EncoderDecoder : public Model, public Generator {
 public:
  EncoderDecoder(const EncoderDecoderOptions& options, const Task& task, const Scope& scope)
      : options_(options),
        tokens_(task.search_tokens()),
        parameters_(scope.parameters()),
        source_(scope / (options.embedding.tied == "all" ? "embedding" : "source_embedding"),
                task.sizes().source_vocabulary, options.embedding.width),
        target_(options.embedding.tied == "all"
                    ? source_
                    : Embedding(scope / "target_embedding", task.sizes().target_vocabulary,
                                options.embedding.width)),
        encoder_(std::visit([&](const auto& o) { return o.make(scope / "encoder", options.embedding.width); },
                            options.encoder)),
        decoder_(std::visit(
            [&](const auto& o) {
              return o.make(options.attention, *encoder_, options.embedding.width, scope / "decoder");
            },
            options.decoder)) {
    require_tieable(options, task.sizes(), decoder_->readout_width());
    output_ = options.embedding.tied == "none"
                  ? std::make_unique<Linear>(scope / "output", decoder_->readout_width(),
                                             task.sizes().target_vocabulary)
                  : std::make_unique<Linear>(scope / "output", target_.table);
  }

  Loss loss(const Batch& batch, const Noise& noise) override {
    Dropout dropout(options_.dropout, noise);
    Encoded encoded = encode(batch, dropout);
    Memory memory = decoder_->remember(encoded);
    DecoderState state = decoder_->start(encoded);
    Tensor targets = ids_tensor(batch.target, batch.rows, batch.target_length);
    Tensor starts = at::full({batch.rows, 1}, tokens_.start, targets.options());
    Tensor previous = at::cat({starts, targets.narrow(1, 0, batch.target_length - 1)}, 1);
    Tensor embedded = dropout.tokens(target_(previous), "target");
    std::vector<Tensor> features;
    for (const Tensor& token : embedded.transpose(0, 1).unbind(0)) {
      DecoderStep step =
          decoder_->step(token, state, memory, {dropout, static_cast<int64_t>(features.size())});
      features.push_back(step.features);
      state = std::move(step.state);
    }
    Tensor read = dropout.readout(decoder_->readout(at::stack(features, 1)), "readout");
    Tensor mask = length_mask(batch.target_lengths, batch.target_length);
    Loss loss;
    loss.sum = ops::output_loss(read.flatten(0, 1), output_->weight, output_->bias, targets.flatten(),
                                mask.flatten(), noise.active ? options_.label_smoothing : 0);
    loss.count = std::accumulate(batch.target_lengths.begin(), batch.target_lengths.end(), int64_t{0});
    return loss;
  }

  std::unique_ptr<Predictor> predictor() override {
    return std::make_unique<SearchPredictor>(std::vector<const Generator*>{this}, tokens_);
  }
  const Generator* generator() const override { return this; }
  bool attends() const override { return decoder_->attends(); }
  std::unique_ptr<Stepper> start(std::span<const Example* const> examples, bool attention) const override {
    at::NoGradGuard no_gradient;
    return std::make_unique<TorchStepper>(StepParts{*decoder_, target_, *output_},
                                          encode(make_batch(examples), {}), attention);
  }
  std::vector<Graph> record(int64_t rows, int64_t length) override;

 private:
  Encoded encode(const Batch& batch, const Dropout& dropout) const {
    Tensor x = source_(ids_tensor(batch.source, batch.rows, batch.source_length));
    return encoder_->encode(dropout.tokens(x, "source"),
                            length_mask(batch.source_lengths, batch.source_length), dropout);
  }

  EncoderDecoderOptions options_;
  SearchTokens tokens_;
  const Parameters& parameters_;
  Embedding source_, target_;
  std::unique_ptr<Encoder> encoder_;
  std::unique_ptr<Decoder> decoder_;
  std::unique_ptr<Linear> output_;
};

void declare_inputs(Recorder& recorder, DecoderState& state, const Memory& memory) {
  if (memory.keys.defined()) {
    recorder.input("keys", memory.keys);
    if (!memory.values.is_same(memory.keys)) recorder.input("values", memory.values);
    recorder.input("mask", memory.mask);
  }
  state.each([&](const std::string& name, const Tensor& tensor) { recorder.input(name, tensor); });
}

void declare_outputs(Recorder& recorder, DecoderState& state) {
  state.each([&](const std::string& name, const Tensor& tensor) { recorder.output(name, tensor); });
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
    Encoded encoded = encoder_->encode(source_(ids), mask, {});
    memory = decoder_->remember(encoded);
    state = decoder_->start(encoded);
    if (memory.keys.defined()) {
      recorder.output("keys", memory.keys);
      recorder.output("values", memory.values);
    }
    declare_outputs(recorder, state);
    graphs.push_back(recorder.finish());
  }
  {
    Recorder recorder("step", parameters_.all());
    Tensor token = at::full({rows}, tokens_.start, ids.options());
    recorder.input("token", token);
    declare_inputs(recorder, state, memory);
    DecoderStep step = decoder_->step(target_(token), state, memory, {});
    recorder.output("log_probs", ops::log_softmax((*output_)(decoder_->readout(step.features))));
    if (step.glance.weights.defined()) recorder.output("weights", step.glance.weights);
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
