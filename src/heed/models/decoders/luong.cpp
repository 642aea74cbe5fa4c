#include "heed/models/decoders/luong.h"

#include "heed/ops/recurrent.h"

namespace heed {
namespace {

class LuongDecoder : public Decoder {
 public:
  LuongDecoder(const LuongDecoderOptions& options, const AttentionOptions& attention, const Encoder& encoder,
               int64_t embedding, const Scope& scope)
      : options_(options),
        attention_(attention, {options.width, encoder.width()}, scope / "attention"),
        stack_(options, embedding + (options.input_feeding ? options.readout : 0), 0, scope),
        combine_(scope / "combine", options.width + encoder.width(), options.readout),
        bridge_(options.bridge, encoder.ends(), state_shape(options), scope / "bridge") {}

  Memory remember(const Encoded& encoded) const override {
    Tensor states = ops::split_heads(encoded.states, 1);
    return attention_.remember(states, states, encoded.mask);
  }

  DecoderState start(const Encoded& encoded) const override {
    Tensor fed = options_.input_feeding ? ops::zero_state(encoded.states, options_.readout) : Tensor();
    return {bridge_(encoded), fed, {}};
  }

  DecoderStep step(const Tensor& embedded, const DecoderState& state, const Memory& memory,
                   const StepNoise& noise) const override {
    Tensor x = options_.input_feeding ? ops::concat({embedded, state.fed}) : embedded;
    Stack::Step made = stack_.step(x, {}, state.layers, noise);
    Glance glance = attention_.attend({ops::split_heads(made.top, 1), {}}, memory, state.carry);
    Tensor context = ops::join_heads_step(glance.context);
    Tensor attentional = ops::tanh(combine_(ops::concat({context, made.top})));
    Tensor fed = options_.input_feeding ? attentional : Tensor();
    return {attentional, {made.layers, fed, glance.carry}, glance};
  }

  Tensor readout(const Tensor& features) const override { return features; }
  int64_t readout_width() const override { return options_.readout; }

 private:
  LuongDecoderOptions options_;
  Attention attention_;
  Stack stack_;
  Linear combine_;
  Bridge bridge_;
};

}  // namespace

std::unique_ptr<Decoder> LuongDecoderOptions::make(const AttentionOptions& attention, const Encoder& encoder,
                                                   int64_t embedding, const Scope& scope) const {
  return std::make_unique<LuongDecoder>(*this, attention, encoder, embedding, scope);
}

}  // namespace heed
