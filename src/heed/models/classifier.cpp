#include "heed/models/classifier.h"

#include <ATen/ATen.h>

#include <optional>

#include "heed/models/forward_model.h"
#include "heed/models/requirements.h"
#include "heed/models/tensors.h"

namespace heed {
namespace {

// Returns the options if attention with them can pool: a single query attends to everything once.
const AttentionLayerOptions& pools(const AttentionLayerOptions& options) {
  auto refuse = [](const std::string& what, const std::string& instead) {
    throw OptionError("model.pooling." + what + " follows the steps of a decoder, and one query pools; use " +
                      instead);
  };
  if (!std::holds_alternative<GlobalOptions>(options.window)) refuse("window", "global");
  if (std::holds_alternative<LocationAwareOptions>(options.score))
    refuse("score: location-aware", "additive");
  if (std::holds_alternative<LocationOptions>(options.score)) refuse("score: location", "additive");
  if (std::holds_alternative<HardOptions>(options.normaliser))
    refuse("normaliser: hard", "softmax or sparsemax");
  if (options.coverage.feature || options.coverage.loss > 0) refuse("coverage", "none");
  return options;
}

AttentionPlace place_of(const Encoder& encoder) {
  AttentionPlace place{encoder.width(), encoder.width()};
  place.option = "model.pooling";
  return place;
}

class Classifier : public ForwardModel {
 public:
  Classifier(const ClassifierOptions& options, const Task& task, const Scope& scope)
      : ForwardModel(task.schema(), scope.parameters()),
        options_(options),
        input_(require_one_sequence(task, ClassifierOptions::kType)),
        class_(require_class(task, ClassifierOptions::kType)),
        front_(schema()[input_], options.embedding.width, scope),
        encoder_(make_encoder(options.encoder, scope / "encoder", options.embedding.width)),
        query_((scope / "pooling").make("learnt_query", {encoder_->width()}, {0.1, 0})),
        pooling_(pools(options.pooling), place_of(*encoder_), scope / "pooling"),
        output_(scope / "output", options.hidden > 0 ? options.hidden : pooling_.width(),
                schema()[class_].size) {
    if (options.hidden > 0) hidden_.emplace(scope / "hidden", pooling_.width(), options.hidden);
  }

  bool attends() const override { return true; }
  bool reads_by_attention() const override { return encoder_->attends(); }

  Loss loss(const Batch& batch, const Noise& noise) override {
    Dropout dropout(options_.dropout, noise);
    std::vector<ColumnInput> vectors = embedded(inputs_of(batch));
    ColumnInput& input = vectors[input_];
    input.values = dropout.tokens(input.values, schema()[input_].name);
    Pooled pooled = pool(input, dropout);
    Tensor targets = ids_tensor(batch[class_].ids, batch.rows, 1).squeeze(1);
    Loss loss;
    loss.sum = ops::output_loss(pooled.features, output_.weight, output_.bias, targets,
                                at::ones({batch.rows}, at::TensorOptions().dtype(at::kBool)),
                                noise.active ? options_.label_smoothing : 0);
    loss.count = batch.rows;
    return loss;
  }

 protected:
  Tensor embed(std::size_t, const Tensor& values) const override { return front_(values); }

  PassResult forward(const std::vector<ColumnInput>& vectors, const Dropout& dropout) const override {
    Pooled pooled = pool(vectors[input_], dropout);
    const std::string &input = schema()[input_].name, &label = schema()[class_].name;
    PassResult result;
    result.arrays.push_back({"log_probs", ops::log_softmax(output_(pooled.features)), {""}});
    for (std::size_t layer = 0; layer < pooled.read.size(); ++layer)
      result.attention.push_back(
          {{"encoder", static_cast<int64_t>(layer), input, input}, pooled.read[layer]});
    result.attention.push_back({{"pooling", 0, label, input}, pooled.looked});
    return result;
  }

  Answers answers(const PassResult& result, const Batch& batch) const override {
    return class_answers(result, batch, class_);
  }

 private:
  struct Pooled {
    Tensor features;           // [B,F]: what the output layer reads
    Glance looked;             // of the pooling
    std::vector<Glance> read;  // of the encoder's layers that attend
  };

  Pooled pool(const ColumnInput& input, const Dropout& dropout) const {
    Encoded encoded = encoder_->encode(input.values, input.mask, dropout);
    Memory memory = pooling_.remember(encoded.states, encoded.mask);
    Tensor query = ops::broadcast(encoded.states, query_);
    StepNoise noise{dropout, 0};
    AttentionLayer::Output pooled = pooling_.attend(query, {}, memory, pooling_.start(memory), noise);
    Tensor features = noise(pooled.context, "pooled");
    if (hidden_) features = ops::tanh((*hidden_)(features));
    return {dropout.vector(features, "readout"), std::move(pooled.glance), std::move(encoded.glances)};
  }

  ClassifierOptions options_;
  std::size_t input_, class_;
  Front front_;
  std::unique_ptr<Encoder> encoder_;
  Tensor query_;
  AttentionLayer pooling_;
  std::optional<Linear> hidden_;
  Linear output_;
};

}  // namespace

std::unique_ptr<Model> ClassifierOptions::make(const Task& task, const Scope& scope) const {
  return std::make_unique<Classifier>(*this, task, scope);
}

}  // namespace heed
