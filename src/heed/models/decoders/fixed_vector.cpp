#include "heed/models/decoders/fixed_vector.h"

#include <optional>

namespace heed {
namespace {

class FixedVectorDecoder : public Decoder {
 public:
  FixedVectorDecoder(const FixedVectorDecoderOptions& options, const Encoder& encoder, int64_t embedding,
                     const Scope& scope)
      : options_(options),
        stack_(options, embedding + fed_width(), fed_width(), scope),
        hidden_(scope / "hidden", options.width + embedding + fed_width(), options.readout),
        bridge_(options.bridge, encoder.ends(), state_shape(options), scope / "bridge") {
    if (std::holds_alternative<ZeroBridgeOptions>(options.bridge) && options.feed == "start") {
      throw OptionError(
          "model.decoder.bridge: zero leaves a fixed-vector decoder with feed: start nothing of the source; "
          "use dense or copy");
    }
    if (fed_width() > 0)
      vector_.emplace(scope / "vector", summary_width(encoder.ends(), false), options.width);
  }

  bool attends() const override { return false; }
  Memory remember(const Encoded& encoded) const override { return {{}, {}, encoded.mask, {}, {}, {}, {}}; }

  DecoderState start(const Encoded& encoded, const Memory&) const override {
    Tensor fed = vector_ ? ops::tanh((*vector_)(summary_of(encoded, false))) : Tensor();
    return {bridge_(encoded), fed, {}};
  }

  DecoderStep step(const Tensor& embedded, const DecoderState& state, const Memory&,
                   const StepNoise& noise) const override {
    Tensor x = vector_ ? ops::concat({embedded, state.fed}) : embedded;
    Stack::Step made = stack_.step(x, state.fed, state.layers, noise);
    return {ops::concat({made.top, x}), {made.layers, state.fed, {}}, {}, {}, {}};
  }

  Tensor readout(const Tensor& features) const override { return ops::tanh(hidden_(features)); }
  int64_t readout_width() const override { return options_.readout; }

 private:
  int64_t fed_width() const { return options_.feed == "every-step" ? options_.width : 0; }

  FixedVectorDecoderOptions options_;
  Stack stack_;
  Linear hidden_;
  Bridge bridge_;
  std::optional<Linear> vector_;
};

}  // namespace

// There is nothing to attend with: model.attention is not used.
std::unique_ptr<Decoder> FixedVectorDecoderOptions::make(const AttentionLayerOptions&, const Encoder& encoder,
                                                         int64_t embedding, const Scope& scope) const {
  return std::make_unique<FixedVectorDecoder>(*this, encoder, embedding, scope);
}

}  // namespace heed
