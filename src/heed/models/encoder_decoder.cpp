#include "heed/models/encoder_decoder.h"

#include <ATen/ATen.h>
#include <torch/csrc/autograd/autograd.h>

#include <numeric>

#include "heed/base/error.h"
#include "heed/models/attention_loss.h"
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

// What only attention can do, asked of a decoder without.
void require_attention(const EncoderDecoderOptions& options, bool copies) {
  auto refuse = [](const std::string& what) {
    throw OptionError(what +
                      " needs attention, found model.decoder.type: fixed-vector; use bahdanau or luong");
  };
  if (copies) refuse("task.copy");
  if (options.guide.on()) refuse("model.guide");
  if (options.attention.coverage.feature || options.attention.coverage.loss > 0)
    refuse("model.attention.coverage");
}

class EncoderDecoder : public Model, public Generator {
 public:
  EncoderDecoder(const EncoderDecoderOptions& options, const Task& task, const Scope& scope)
      : options_(options),
        tokens_(task.search_tokens()),
        parameters_(scope.parameters()),
        source_((scope / (options.embedding.tied == "all" ? "embedding" : "source_embedding"))
                    .of_tokens("source"),
                task.sizes().source_vocabulary, options.embedding.width),
        target_(options.embedding.tied == "all"
                    ? source_
                    : Embedding((scope / "target_embedding").of_tokens("target"),
                                task.sizes().target_vocabulary, options.embedding.width)),
        encoder_(std::visit([&](const auto& o) { return o.make(scope / "encoder", options.embedding.width); },
                            options.encoder)),
        decoder_(std::visit(
            [&](const auto& o) {
              return o.make(options.attention, *encoder_, options.embedding.width, scope / "decoder");
            },
            options.decoder)),
        attention_loss_(options.attention, options.guide) {
    if (!decoder_->attends()) require_attention(options, task.sizes().copies);
    require_tieable(options, task.sizes(), decoder_->readout_width());
    Scope output = (scope / "output").of_tokens("target");
    output_ = options.embedding.tied == "none" ? std::make_unique<Linear>(output, decoder_->readout_width(),
                                                                          task.sizes().target_vocabulary)
                                               : std::make_unique<Linear>(output, target_.table);
    if (task.sizes().copies)
      copy_ = std::make_unique<CopyGate>(scope / "copy", decoder_->seen_width(), options.embedding.width);
  }

  Loss loss(const Batch& batch, const Noise& noise) override {
    Dropout dropout(options_.dropout, noise);
    Encoded encoded = encode(batch, dropout);
    Memory memory = remember(encoded, batch);
    Tensor targets = ids_tensor(batch.target, batch.rows, batch.target_length);
    Written made = unroll(targets, encoded, memory, dropout);
    Tensor read = dropout.readout(decoder_->readout(at::stack(made.features, 1)), "readout");
    Tensor mask = length_mask(batch.target_lengths, batch.target_length);
    double smoothing = noise.active ? options_.label_smoothing : 0;
    Loss loss;
    Tensor log_probs;
    if (copy_) {
      log_probs = copied(made, read, targets, memory, smoothing);
      loss.sum = -(log_probs * mask.to(log_probs.scalar_type())).sum();
    } else {
      loss.sum = ops::output_loss(read.flatten(0, 1), output_->weight, output_->bias, targets.flatten(),
                                  mask.flatten(), smoothing);
      if (noise.active && attention_loss_.rewards()) {
        at::NoGradGuard no_gradient;  // a reward has none
        log_probs = token_log_probs(read, targets);
      }
    }
    loss.count = std::accumulate(batch.target_lengths.begin(), batch.target_lengths.end(), int64_t{0});
    if (noise.active && attention_loss_.on())
      loss.beside = attention_loss_.sum(made.attention, batch, mask, {log_probs, noise.baseline});
    return loss;
  }

  std::unique_ptr<Predictor> predictor() override {
    return std::make_unique<SearchPredictor>(std::vector<const Generator*>{this}, tokens_);
  }
  const Generator* generator() const override { return this; }
  bool attends() const override { return decoder_->attends(); }
  bool reads_by_attention() const override { return encoder_->attends(); }
  bool wants_alignments() const override {
    return options_.guide.on() && options_.guide.toward == "alignment";
  }
  std::unique_ptr<Stepper> start(std::span<const Example* const> examples,
                                 const StepNeeds& needs) const override {
    at::NoGradGuard no_gradient;
    Batch batch = make_batch(examples);
    Encoded encoded = encode(batch, {});
    Memory memory = remember(encoded, batch);
    return std::make_unique<TorchStepper>(parts(), memory, decoder_->start(encoded, memory), needs.attention,
                                          encoded.glances);
  }
  std::vector<float> gradient_norms(const Batch& batch) override {
    Tensor ids = ids_tensor(batch.source, batch.rows, batch.source_length);
    Tensor x = source_(ids).detach().requires_grad_(true);
    Encoded encoded = encoder_->encode(x, length_mask(batch.source_lengths, batch.source_length), {});
    Memory memory = remember(encoded, batch);
    Tensor targets = ids_tensor(batch.target, batch.rows, batch.target_length);
    Written made = unroll(targets, encoded, memory, {});
    Tensor read = decoder_->readout(at::stack(made.features, 1));
    Tensor log_probs = copy_ ? copied(made, read, targets, memory, 0) : token_log_probs(read, targets);
    std::vector<Tensor> norms;
    for (const Tensor& of_step : log_probs.unbind(1)) {
      Tensor gradient = torch::autograd::grad({of_step.sum()}, {x}, {}, /*retain_graph=*/true)[0];
      norms.push_back(gradient.norm(2, {-1}));
    }
    Tensor all = at::stack(norms, 1).contiguous();  // [B,T,S]
    return {all.data_ptr<float>(), all.data_ptr<float>() + all.numel()};
  }
  std::vector<Graph> record(int64_t rows, int64_t length) override;

 private:
  // All steps over a given target.
  struct Written {
    std::vector<Tensor> features;
    std::vector<Tensor> weights, seen;  // over the whole source [B,H,S]; what the copy gate reads
    AttentionLoss::Steps attention;
  };

  StepParts parts() const { return {*decoder_, target_, *output_, copy_.get(), tokens_.unknown}; }

  Encoded encode(const Batch& batch, const Dropout& dropout) const {
    Tensor x = source_(ids_tensor(batch.source, batch.rows, batch.source_length));
    return encoder_->encode(dropout.tokens(x, "source"),
                            length_mask(batch.source_lengths, batch.source_length), dropout);
  }

  Memory remember(const Encoded& encoded, const Batch& batch) const {
    Memory memory = decoder_->remember(encoded);
    if (copy_) memory.copies = ids_tensor(batch.copies, batch.rows, batch.source_length);
    return memory;
  }

  // What each step reads: the start, then the target but for its last token; a copied token outside the
  // vocabulary is an unknown one.
  Tensor previous_of(const Tensor& targets) const {
    Tensor starts = at::full({targets.size(0), 1}, tokens_.start, targets.options());
    Tensor previous = at::cat({starts, targets.narrow(1, 0, targets.size(1) - 1)}, 1);
    return copy_ ? previous.masked_fill(previous >= target_.table.size(0), tokens_.unknown) : previous;
  }

  Written unroll(const Tensor& targets, const Encoded& encoded, const Memory& memory,
                 const Dropout& dropout) const {
    Written made;
    DecoderState state = decoder_->start(encoded, memory);
    Tensor embedded = dropout.tokens(target_(previous_of(targets)), "target");
    bool watches = dropout.noise().active && attention_loss_.on();
    for (const Tensor& token : embedded.transpose(0, 1).unbind(0)) {
      StepNoise noise{dropout, static_cast<int64_t>(made.features.size())};
      DecoderStep step = decoder_->step(token, state, memory, noise);
      made.features.push_back(step.features);
      if (watches) attention_loss_.add(step.glance, state.carry, memory, made.attention);
      if (copy_) {
        made.weights.push_back(ops::spread(step.glance.weights, step.glance.begin, memory.keys));
        made.seen.push_back(CopyGate::seen(step, token));
      }
      state = std::move(step.state);
    }
    return made;
  }

  Tensor copied(const Written& made, const Tensor& read, const Tensor& targets, const Memory& memory,
                double smoothing) const {
    return copy_log_probs({(*output_)(read), (*copy_)(at::stack(made.seen, 1)), at::stack(made.weights, 2),
                           memory.copies, targets},
                          smoothing);
  }

  Tensor token_log_probs(const Tensor& read, const Tensor& targets) const {  // [B,T]
    return at::log_softmax((*output_)(read), -1).gather(-1, targets.unsqueeze(-1)).squeeze(-1);
  }

  EncoderDecoderOptions options_;
  SearchTokens tokens_;
  const Parameters& parameters_;
  Embedding source_, target_;
  std::unique_ptr<Encoder> encoder_;
  std::unique_ptr<Decoder> decoder_;
  AttentionLoss attention_loss_;
  std::unique_ptr<Linear> output_;
  std::unique_ptr<CopyGate> copy_;
};

const Shape kPositions = {axes::kRows, axes::kSource};

// The source as the step sees it: keys that are the values are one input, and the mask is there already in
// the other graph.
void declare_memory(Recorder& recorder, const Graph& encode, Memory& memory) {
  if (!memory.keys.defined()) return;
  memory.each([&](const std::string& name, const Tensor& tensor) {
    if (name == "values" && tensor.is_same(memory.keys)) return;
    InputPort port{name, Type::flag, kPositions, Origin::mask, "source", /*per_sentence=*/true};
    if (name == "copies") {
      port.type = Type::index;
      port.origin = Origin::copies;
    } else if (name != "mask") {
      const OutputPort& made = output_named(encode, name);
      port = {name, made.type, made.shape, Origin::encode, "", /*per_sentence=*/true};
    }
    recorder.input(port, tensor);
  });
}

void declare_states(Recorder& recorder, const Graph& encode, DecoderState& state) {
  state.each([&](const std::string& name, const Tensor& tensor) {
    const OutputPort& made = output_named(encode, name);
    recorder.input({name, made.type, made.shape, Origin::state}, tensor);
  });
}

void put_out(Recorder& recorder, DecoderState& state) {
  state.each(
      [&](const std::string& name, const Tensor& tensor) { recorder.output(name, tensor, Use::state); });
}

void put_out(Recorder& recorder, const Glance& glance, const std::string& prefix,
             const AttentionBlock& block) {
  if (!glance.weights.defined()) return;
  recorder.output(prefix + "weights", glance.weights, Use::attention, block);
  if (glance.begin.defined()) recorder.output(prefix + "begin", glance.begin, Use::begin, block);
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
    recorder.input({"source", Type::index, kPositions, Origin::ids, "source"}, ids);
    recorder.input({"mask", Type::flag, kPositions, Origin::mask, "source"}, mask);
    Encoded encoded = encoder_->encode(source_(ids), mask, {});
    memory = decoder_->remember(encoded);
    state = decoder_->start(encoded, memory);
    if (memory.keys.defined()) {
      recorder.output("keys", memory.keys, Use::memory);
      recorder.output("values", memory.values, Use::memory);
      if (memory.lengths.defined()) recorder.output("lengths", memory.lengths, Use::memory);
    }
    put_out(recorder, state);
    for (std::size_t layer = 0; layer < encoded.glances.size(); ++layer)
      put_out(recorder, encoded.glances[layer], "encoder" + std::to_string(layer) + ".",
              {"encoder", static_cast<int64_t>(layer), "source", "source"});
    graphs.push_back(recorder.finish());
  }
  {
    Recorder recorder("step", parameters_.all());
    Tensor token = at::full({rows}, tokens_.start, ids.options());
    if (copy_) memory.copies = ids.clone();
    recorder.input({"token", Type::index, {axes::kRows}, Origin::token}, token);
    declare_memory(recorder, graphs[0], memory);
    declare_states(recorder, graphs[0], state);
    Tensor embedded = target_(token);
    DecoderStep step = decoder_->step(embedded, state, memory, {});
    recorder.output("log_probs", parts().log_probs(step, embedded, memory), Use::log_probs);
    put_out(recorder, step.glance, "", {"decoder", 0, "target", "source"});
    put_out(recorder, step.state);
    graphs.push_back(recorder.finish());
  }
  return graphs;
}

}  // namespace

std::unique_ptr<Model> EncoderDecoderOptions::make(const Task& task, const Scope& scope) const {
  return std::make_unique<EncoderDecoder>(*this, task, scope);
}

}  // namespace heed
