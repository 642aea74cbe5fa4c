#include "heed/models/encoder_decoder.h"

#include <ATen/ATen.h>
#include <torch/csrc/autograd/autograd.h>

#include <numeric>

#include "heed/base/error.h"
#include "heed/models/attention_loss.h"
#include "heed/models/front.h"
#include "heed/models/glances.h"
#include "heed/models/gradient_flow.h"
#include "heed/models/requirements.h"
#include "heed/models/tensors.h"
#include "heed/models/torch_stepper.h"

namespace heed {
namespace {

// The indices in the schema of the columns that the model reads and generates.
struct Places {
  std::size_t source, target;
  std::optional<std::size_t> alignment;  // links from the source to the target

  explicit Places(const Task& task)
      : source(require_one_sequence(task, EncoderDecoderOptions::kType)),
        target(require_written(task, EncoderDecoderOptions::kType)) {
    Schema schema = task.schema();
    for (std::size_t i = 0; i < schema.size(); ++i) {
      const ColumnSpec& spec = schema[i];
      if (spec.kind == ColumnKind::links && spec.from == schema[source].name &&
          spec.to == schema[target].name)
        alignment = i;
    }
  }
};

// Throws OptionError, with the reason, if the options tie tables that cannot be shared.
void require_tieable(const EncoderDecoderOptions& options, const ColumnSpec& source, const ColumnSpec& target,
                     int64_t readout) {
  const EmbeddingOptions& embedding = options.embedding;
  if (embedding.tied == "none") return;
  if (embedding.width != readout) {
    throw OptionError(
        "model.embedding.tied: the output layer can share the embedding's table only if "
        "model.decoder.readout is as wide, found " +
        std::to_string(readout) + " and " + std::to_string(embedding.width));
  }
  if (embedding.tied == "all" && (source.vocabulary.empty() || source.vocabulary != target.vocabulary)) {
    throw OptionError(
        "model.embedding.tied: all needs one vocabulary for both sides; set task.joint: true, or tied: "
        "target");
  }
}

// Throws OptionError if options need attention and the decoder has none.
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
        schema_(task.schema()),
        places_(task),
        tokens_(task.search_tokens().value()),
        parameters_(scope.parameters()),
        source_(source_spec(), options.embedding.width, scope,
                options.embedding.tied == "all" ? "embedding" : ""),
        target_(options.embedding.tied == "all"
                    ? source_.table()
                    : Embedding((scope / (target_spec().name + "_embedding")).of_tokens(target_spec().name),
                                target_spec().size, options.embedding.width)),
        encoder_(make_encoder(options.encoder, scope / "encoder", options.embedding.width)),
        decoder_(std::visit(
            [&](const auto& o) {
              return o.make(options.attention, *encoder_, options.embedding.width, scope / "decoder");
            },
            options.decoder)),
        attention_loss_(options.attention, options.guide) {
    if (!decoder_->attends()) require_attention(options, source_spec().copies);
    require_tieable(options, source_spec(), target_spec(), decoder_->readout_width());
    Scope output = (scope / "output").of_tokens(target_spec().name);
    output_ = options.embedding.tied == "none"
                  ? std::make_unique<Linear>(output, decoder_->readout_width(), target_spec().size)
                  : std::make_unique<Linear>(output, target_.table);
    if (source_spec().copies)
      copy_ = std::make_unique<CopyGate>(scope / "copy", decoder_->seen_width(), options.embedding.width);
  }

  Loss loss(const Batch& batch, const Noise& noise) override {
    Dropout dropout(options_.dropout, noise);
    Encoded encoded = encode(batch, dropout);
    Memory memory = remember(encoded, batch);
    const BatchColumn& target = batch[places_.target];
    Tensor targets = ids_tensor(target.ids, batch.rows, target.length);
    bool watches = noise.active && attention_loss_.on();
    Tensor embedded = dropout.tokens(target_(previous_of(targets)), target_spec().name);
    DecoderRun run = decoder_->run(embedded, decoder_->start(encoded, memory), memory, dropout,
                                   {watches || copy_ != nullptr, copy_ != nullptr});
    Tensor read = dropout.readout(decoder_->readout(run.features), "readout");
    Tensor mask = length_mask(target.lengths, target.length);
    double smoothing = noise.active ? options_.label_smoothing : 0;
    Loss loss;
    Tensor log_probs;
    if (copy_) {
      log_probs = copied(run, read, targets, memory, smoothing);
      loss.sum = -(log_probs * mask.to(log_probs.scalar_type())).sum();
    } else {
      loss.sum = ops::output_loss(read.flatten(0, 1), output_->weight, output_->bias, targets.flatten(),
                                  mask.flatten(), smoothing);
      if (noise.active && attention_loss_.rewards()) {
        at::NoGradGuard no_gradient;  // a reward has none
        log_probs = token_log_probs(read, targets);
      }
    }
    loss.count = std::accumulate(target.lengths.begin(), target.lengths.end(), int64_t{0});
    if (watches) {
      AttentionLoss::Steps steps;
      for (std::size_t i = 0; i < run.glances.size(); ++i)
        attention_loss_.add(run.glances[i], run.before[i], memory, steps);
      loss.beside = attention_loss_.sum(steps, guided(batch), mask, {log_probs, noise.baseline});
    }
    return loss;
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
    Batch batch = make_batch(examples, schema_);
    Encoded encoded = encode(batch, {});
    Memory memory = remember(encoded, batch);
    return std::make_unique<TorchStepper>(parts(), memory, decoder_->start(encoded, memory), needs.attention,
                                          encoded.glances);
  }

  GradientNorms gradient_norms(const Batch& batch, std::size_t input) override {
    if (input != places_.source) throw std::logic_error("the model does not read that column");
    ColumnInput source = input_of(batch[places_.source], source_spec());
    Tensor x = source_(source.values).detach().requires_grad_(true);
    Encoded encoded = encoder_->encode(x, source.mask, {});
    Memory memory = remember(encoded, batch);
    const BatchColumn& target = batch[places_.target];
    Tensor targets = ids_tensor(target.ids, batch.rows, target.length);
    Tensor embedded = target_(previous_of(targets));
    DecoderRun run = decoder_->run(embedded, decoder_->start(encoded, memory), memory, {},
                                   {copy_ != nullptr, copy_ != nullptr});
    Tensor read = decoder_->readout(run.features);
    Tensor log_probs = copy_ ? copied(run, read, targets, memory, 0) : token_log_probs(read, targets);
    return {target.lengths, batch[places_.source].lengths, norms_of(log_probs, x)};
  }
  std::vector<Graph> record(int64_t rows, int64_t length) override;

 private:
  const ColumnSpec& source_spec() const { return schema_[places_.source]; }
  const ColumnSpec& target_spec() const { return schema_[places_.target]; }
  StepParts parts() const {
    return {*decoder_, target_, *output_, copy_.get(), tokens_.unknown, decoder_block(), source_spec().name};
  }
  AttentionBlock decoder_block() const { return {"decoder", 0, target_spec().name, source_spec().name}; }

  Encoded encode(const Batch& batch, const Dropout& dropout) const {
    ColumnInput source = input_of(batch[places_.source], source_spec());
    return encoder_->encode(dropout.tokens(source_(source.values), source_spec().name), source.mask, dropout);
  }

  Memory remember(const Encoded& encoded, const Batch& batch) const {
    Memory memory = decoder_->remember(encoded);
    const BatchColumn& source = batch[places_.source];
    if (copy_) memory.copies = ids_tensor(source.copies, batch.rows, source.length);
    return memory;
  }

  GuidedPairs guided(const Batch& batch) const {
    const BatchColumn &source = batch[places_.source], &target = batch[places_.target];
    GuidedPairs pairs{source.lengths, target.lengths, source.length, target.length, {}};
    if (places_.alignment) pairs.links = batch[*places_.alignment].links;
    return pairs;
  }

  // The input of each step: the start token, then the target without its last token. A copied token outside
  // the vocabulary is replaced by the unknown token.
  Tensor previous_of(const Tensor& targets) const {
    Tensor starts = at::full({targets.size(0), 1}, tokens_.start, targets.options());
    Tensor previous = at::cat({starts, targets.narrow(1, 0, targets.size(1) - 1)}, 1);
    return copy_ ? previous.masked_fill(previous >= target_.table.size(0), tokens_.unknown) : previous;
  }

  Tensor copied(const DecoderRun& run, const Tensor& read, const Tensor& targets, const Memory& memory,
                double smoothing) const {
    std::vector<Tensor> weights;  // of each step over the whole source: [B,H,S]
    for (const Glance& glance : run.glances)
      weights.push_back(ops::spread(glance.weights, glance.begin, memory.keys));
    return copy_log_probs(
        {(*output_)(read), (*copy_)(run.seen), at::stack(weights, 2), memory.copies, targets}, smoothing);
  }

  Tensor token_log_probs(const Tensor& read, const Tensor& targets) const {  // [B,T]
    return at::log_softmax((*output_)(read), -1).gather(-1, targets.unsqueeze(-1)).squeeze(-1);
  }

  EncoderDecoderOptions options_;
  Schema schema_;
  Places places_;
  SearchTokens tokens_;
  const Parameters& parameters_;
  Front source_;
  Embedding target_;
  std::unique_ptr<Encoder> encoder_;
  std::unique_ptr<Decoder> decoder_;
  AttentionLoss attention_loss_;
  std::unique_ptr<Linear> output_;
  std::unique_ptr<CopyGate> copy_;
};

// Declares the source as inputs of the step. Keys that equal the values are one input, and the mask is
// already declared in the other graph.
void declare_memory(Recorder& recorder, const Graph& encode, const ColumnSpec& source, Memory& memory) {
  if (!memory.keys.defined()) return;
  const Shape positions = {axes::kRows, axis_of(source)};
  memory.each([&](const std::string& name, const Tensor& tensor) {
    if (name == "values" && tensor.is_same(memory.keys)) return;
    InputPort port{name, Type::flag, positions, Origin::mask, source.name, /*per_sentence=*/true};
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

std::vector<Graph> EncoderDecoder::record(int64_t rows, int64_t length) {
  at::NoGradGuard no_gradient;
  std::vector<Graph> graphs;
  const std::string& source = source_spec().name;
  Memory memory;
  DecoderState state;
  {
    Recorder recorder("encode", parameters_.all());
    ColumnInput input = declare_input(recorder, source_spec(), "mask", rows, length);
    Encoded encoded = encoder_->encode(source_(input.values), input.mask, {});
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
              {"encoder", static_cast<int64_t>(layer), source, source});
    graphs.push_back(recorder.finish());
  }
  {
    Recorder recorder("step", parameters_.all());
    auto ids = at::TensorOptions().dtype(at::kLong);
    Tensor token = at::full({rows}, tokens_.start, ids);
    if (copy_) memory.copies = at::full({rows, length}, tokens_.end, ids);
    recorder.input({"token", Type::index, {axes::kRows}, Origin::token}, token);
    declare_memory(recorder, graphs[0], source_spec(), memory);
    declare_states(recorder, graphs[0], state);
    Tensor embedded = target_(token);
    DecoderStep step = decoder_->step(embedded, state, memory, {});
    recorder.output("log_probs", parts().log_probs(step, embedded, memory), Use::log_probs);
    put_out(recorder, step.glance, "", decoder_block());
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
