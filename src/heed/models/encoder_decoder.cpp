#include "heed/models/encoder_decoder.h"

#include <ATen/ATen.h>

#include <algorithm>
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

class EncoderDecoder : public Model {
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
    loss.sum = ops::cross_entropy((*output_)(read.flatten(0, 1)), targets.flatten(), mask.flatten(),
                                  noise.active ? options_.label_smoothing : 0);
    loss.count = std::accumulate(batch.target_lengths.begin(), batch.target_lengths.end(), int64_t{0});
    return loss;
  }

  std::unique_ptr<Predictor> predictor() override;
  std::vector<Graph> record(int64_t rows, int64_t length) override;

 private:
  friend class EncoderDecoderPredictor;

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

class EncoderDecoderPredictor : public Predictor {
 public:
  explicit EncoderDecoderPredictor(const EncoderDecoder& model) : model_(model) {}

  std::vector<RawOutput> predict(std::span<const Example> examples, const PredictOptions& options) override {
    at::NoGradGuard no_gradient;
    std::vector<std::size_t> order(examples.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return examples[a].source.ids.size() < examples[b].source.ids.size();
    });
    std::vector<RawOutput> outputs(examples.size());
    for (std::size_t at = 0, rows = 0; at < order.size(); at += rows) {
      rows = rows_from(examples, std::span(order).subspan(at));
      auto chunk = std::span(order).subspan(at, rows);
      std::vector<const Example*> chosen;
      for (std::size_t index : chunk) chosen.push_back(&examples[index]);
      std::vector<RawOutput> made = predict_batch(chosen, options);
      for (std::size_t i = 0; i < chunk.size(); ++i) outputs[chunk[i]] = std::move(made[i]);
    }
    return outputs;
  }

 private:
  // How many of the next examples, shortest first, make a batch: bounded in rows and in padded tokens.
  static std::size_t rows_from(std::span<const Example> examples, std::span<const std::size_t> order) {
    constexpr std::size_t kRows = 64, kTokens = 8192;
    std::size_t rows = 1;
    while (rows < std::min(kRows, order.size()) &&
           (rows + 1) * examples[order[rows]].source.ids.size() <= kTokens)
      ++rows;
    return rows;
  }

  std::vector<RawOutput> predict_batch(std::span<const Example* const> examples,
                                       const PredictOptions& options) const {
    Encoded encoded = model_.encode(make_batch(examples), {});
    TorchStepper stepper({*model_.decoder_, model_.target_, *model_.output_}, encoded, options.attention);
    std::vector<std::vector<Hypothesis>> found;
    if (options.given) {
      std::vector<std::vector<int32_t>> targets;
      for (const Example* example : examples) targets.push_back(example->target.ids);
      for (Hypothesis& hypothesis : score_given(stepper, targets, model_.tokens_, options.search)) {
        found.push_back({std::move(hypothesis)});
      }
    } else {
      std::vector<int32_t> limits;
      for (const Example* example : examples) {
        limits.push_back(length_limit(options.search, static_cast<int64_t>(example->source.ids.size())));
      }
      found = beam_search(stepper, limits, model_.tokens_, options.search);
    }
    std::vector<RawOutput> outputs;
    for (std::size_t i = 0; i < examples.size(); ++i) {
      for (Hypothesis& h : found[i]) keep_columns(h, static_cast<int32_t>(examples[i]->source.ids.size()));
      outputs.push_back({std::move(found[i]), options.given});
    }
    return outputs;
  }

  const EncoderDecoder& model_;
};

std::unique_ptr<Predictor> EncoderDecoder::predictor() {
  return std::make_unique<EncoderDecoderPredictor>(*this);
}

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
