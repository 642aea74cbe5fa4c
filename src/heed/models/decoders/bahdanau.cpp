#include "heed/models/decoders/bahdanau.h"

namespace heed {
namespace {

class BahdanauDecoder : public Decoder {
 public:
  BahdanauDecoder(const BahdanauDecoderOptions& options, const AttentionOptions& attention,
                  const Encoder& encoder, int64_t embedding, const Scope& scope)
      : options_(options),
        attention_(attention, {options.width, encoder.width()}, scope / "attention"),
        stack_(options, embedding + encoder.width(), encoder.width(), scope),
        hidden_(scope / "hidden", options.width + embedding + encoder.width(),
                options.readout * (maxout() ? 2 : 1)),
        bridge_(options.bridge, encoder.ends(), state_shape(options), scope / "bridge") {}

  Memory remember(const Encoded& encoded) const override {
    Tensor states = ops::split_heads(encoded.states, 1);
    return attention_.remember(states, states, encoded.mask);
  }

  DecoderState start(const Encoded& encoded) const override { return {bridge_(encoded), {}, {}}; }

  DecoderStep step(const Tensor& embedded, const DecoderState& state, const Memory& memory,
                   const StepNoise& noise) const override {
    Query query{ops::split_heads(state.layers[0][0], 1), {}};
    Glance glance = attention_.attend(query, memory, state.carry);
    Tensor context = ops::join_heads_step(glance.context);
    Stack::Step made = stack_.step(ops::concat({embedded, context}), context, state.layers, noise);
    return {ops::concat({made.top, embedded, context}), {made.layers, {}, glance.carry}, glance};
  }

  Tensor readout(const Tensor& features) const override {
    return maxout() ? ops::maxout(hidden_(features)) : ops::tanh(hidden_(features));
  }
  int64_t readout_width() const override { return options_.readout; }

 private:
  bool maxout() const { return options_.activation == "maxout"; }

  BahdanauDecoderOptions options_;
  Attention attention_;
  Stack stack_;
  Linear hidden_;
  Bridge bridge_;
};

}  // namespace

std::unique_ptr<Decoder> BahdanauDecoderOptions::make(const AttentionOptions& attention,
                                                      const Encoder& encoder, int64_t embedding,
                                                      const Scope& scope) const {
  return std::make_unique<BahdanauDecoder>(*this, attention, encoder, embedding, scope);
}

}  // namespace heed
