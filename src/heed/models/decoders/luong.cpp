#include "heed/models/decoders/luong.h"

#include "heed/ops/recurrent.h"

namespace heed {
namespace {

class LuongDecoder : public Decoder {
 public:
  LuongDecoder(const LuongDecoderOptions& options, const AttentionLayerOptions& attention,
               const Encoder& encoder, int64_t embedding, const Scope& scope)
      : options_(options),
        attention_(attention, {options.width, encoder.width(), LooksFrom::steps, /*has_previous=*/true},
                   scope / "attention"),
        stack_(options, embedding + (options.input_feeding ? options.readout : 0), 0, scope),
        combine_(scope / "combine", options.width + attention_.width(), options.readout),
        bridge_(options.bridge, encoder.ends(), state_shape(options), scope / "bridge") {}

  Memory remember(const Encoded& encoded) const override {
    return attention_.remember(encoded.states, encoded.mask);
  }

  DecoderState start(const Encoded& encoded, const Memory& memory) const override {
    Tensor fed = options_.input_feeding ? ops::zero_state(encoded.states, options_.readout) : Tensor();
    return {bridge_(encoded), fed, attention_.start(memory)};
  }

  DecoderStep step(const Tensor& embedded, const DecoderState& state, const Memory& memory,
                   const StepNoise& noise) const override {
    Tensor x = options_.input_feeding ? ops::concat({embedded, state.fed}) : embedded;
    Stack::Step made = stack_.step(x, {}, state.layers, noise);
    auto [context, glance] = attention_.attend(made.top, state.layers.back()[0], memory, state.carry, noise);
    Tensor attentional = ops::tanh(combine_(ops::concat({context, made.top})));
    Tensor fed = options_.input_feeding ? attentional : Tensor();
    return {attentional, {made.layers, fed, glance.carry}, glance, made.top, context};
  }

  Tensor readout(const Tensor& features) const override { return features; }
  int64_t readout_width() const override { return options_.readout; }
  int64_t seen_width() const override { return options_.width + attention_.width(); }

 private:
  LuongDecoderOptions options_;
  AttentionLayer attention_;
  Stack stack_;
  Linear combine_;
  Bridge bridge_;
};

}  // namespace

std::unique_ptr<Decoder> LuongDecoderOptions::make(const AttentionLayerOptions& attention,
                                                   const Encoder& encoder, int64_t embedding,
                                                   const Scope& scope) const {
  return std::make_unique<LuongDecoder>(*this, attention, encoder, embedding, scope);
}

}  // namespace heed
