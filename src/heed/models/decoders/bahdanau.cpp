#include "heed/models/decoders/bahdanau.h"

namespace heed {
namespace {

class BahdanauDecoder : public Decoder {
 public:
  BahdanauDecoder(const BahdanauDecoderOptions& options, const AttentionLayerOptions& attention,
                  const Encoder& encoder, int64_t embedding, const Scope& scope)
      : options_(options),
        attention_(attention, {options.width, encoder.width()}, scope / "attention"),
        stack_(options, embedding + attention_.width(), attention_.width(), scope),
        hidden_(scope / "hidden", options.width + embedding + attention_.width(),
                options.readout * (maxout() ? 2 : 1)),
        bridge_(options.bridge, encoder.ends(), state_shape(options), scope / "bridge") {}

  Memory remember(const Encoded& encoded) const override {
    return attention_.remember(encoded.states, encoded.mask);
  }

  DecoderState start(const Encoded& encoded, const Memory& memory) const override {
    return {bridge_(encoded), {}, attention_.start(memory)};
  }

  DecoderStep step(const Tensor& embedded, const DecoderState& state, const Memory& memory,
                   const StepNoise& noise) const override {
    auto [context, glance] = attention_.attend(state.layers[0][0], {}, memory, state.carry, noise);
    Stack::Step made = stack_.step(ops::concat({embedded, context}), context, state.layers, noise);
    Tensor features = ops::concat({made.top, embedded, context});
    return {features, {made.layers, {}, glance.carry}, glance, made.top, context};
  }

  Tensor readout(const Tensor& features) const override {
    return maxout() ? ops::maxout(hidden_(features)) : ops::tanh(hidden_(features));
  }
  int64_t readout_width() const override { return options_.readout; }
  int64_t seen_width() const override { return options_.width + attention_.width(); }

 private:
  bool maxout() const { return options_.activation == "maxout"; }

  BahdanauDecoderOptions options_;
  AttentionLayer attention_;
  Stack stack_;
  Linear hidden_;
  Bridge bridge_;
};

}  // namespace

std::unique_ptr<Decoder> BahdanauDecoderOptions::make(const AttentionLayerOptions& attention,
                                                      const Encoder& encoder, int64_t embedding,
                                                      const Scope& scope) const {
  return std::make_unique<BahdanauDecoder>(*this, attention, encoder, embedding, scope);
}

}  // namespace heed
