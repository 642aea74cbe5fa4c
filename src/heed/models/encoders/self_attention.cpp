#include "heed/models/encoders/self_attention.h"

#include <vector>

namespace heed {
namespace {

struct Norm {
  Tensor gain, bias;  // [D]

  Norm(const Scope& scope, int64_t width)
      : gain(scope.make("gain", {width}, {0, 1})), bias(scope.make("bias", {width}, {})) {}
  Tensor operator()(const Tensor& x) const { return ops::layer_norm(x, gain, bias); }
};

struct Layer {
  Norm before_attention, before_forward;
  AttentionLayer attention;
  FeedForward forward;

  Layer(const SelfAttentionEncoderOptions& o, const Scope& scope)
      : before_attention(scope / "attention_norm", o.width),
        before_forward(scope / "forward_norm", o.width),
        attention(o.attention, {o.width, o.width, LooksFrom::itself}, scope / "attention"),
        forward(scope / "forward", o.width, o.hidden, o.width, "relu") {}
};

class SelfAttentionEncoder : public Encoder {
 public:
  SelfAttentionEncoder(const SelfAttentionEncoderOptions& options, const Scope& scope, int64_t inputs)
      : width_(options.width),
        project_(scope / "input", inputs, options.width),
        norm_(scope / "norm", width_) {
    for (int64_t layer = 0; layer < options.layers; ++layer)
      layers_.emplace_back(options, scope / ("layer" + std::to_string(layer)));
  }

  Encoded encode(const Tensor& embedded, const Tensor& mask, const Dropout& dropout) const override {
    Encoded encoded{{}, mask, {}, {}};
    Tensor x = ops::add_positions(project_(embedded));
    for (std::size_t i = 0; i < layers_.size(); ++i) {
      const Layer& layer = layers_[i];
      std::string site = "encoder" + std::to_string(i);
      Tensor read = layer.before_attention(x);
      Memory memory = layer.attention.remember(read, mask);
      AttentionLayer::Output attended =
          layer.attention.attend(read, memory, {dropout, static_cast<int64_t>(i)});
      x = ops::add(x, dropout.layer(attended.context, site + ".attention"));
      encoded.glances.push_back(std::move(attended.glance));
      x = ops::add(x, dropout.layer(layer.forward(layer.before_forward(x)), site + ".forward"));
    }
    encoded.states = ops::keep_real(norm_(x), mask);
    return encoded;
  }
  int64_t width() const override { return width_; }
  EndShape ends() const override { return {0, 1, 0, width_}; }
  bool attends() const override { return true; }

 private:
  int64_t width_;
  Linear project_;
  Norm norm_;
  std::vector<Layer> layers_;
};

}  // namespace

std::unique_ptr<Encoder> SelfAttentionEncoderOptions::make(const Scope& scope, int64_t inputs) const {
  return std::make_unique<SelfAttentionEncoder>(*this, scope, inputs);
}

}  // namespace heed
