#include "heed/models/decoders/bahdanau.h"

namespace heed {
namespace {

class BahdanauDecoder : public Decoder {
 public:
  BahdanauDecoder(const BahdanauDecoderOptions& options, const AttentionOptions& attention,
                  const Encoder& encoder, int64_t vocabulary, const Scope& scope)
      : embedding_(scope / "embedding", vocabulary, options.embedding),
        attention_(attention, {options.width, encoder.width()}, scope / "attention"),
        cell_(options.cell, scope / "cell", options.embedding + encoder.width(), options.width),
        hidden_(scope / "hidden", options.width + options.embedding + encoder.width(), options.readout),
        output_(scope / "output", options.readout, vocabulary) {
    for (int64_t i = 0; i < cell_.states(); ++i) {
      bridges_.emplace_back(scope / ("bridge" + std::to_string(i)), encoder.last_width(), options.width);
    }
  }

  Memory remember(const Encoded& encoded) const override {
    Tensor states = ops::split_heads(encoded.states, 1);
    return attention_.remember(states, states, encoded.mask);
  }

  DecoderState start(const Encoded& encoded) const override {
    DecoderState state;
    for (const Linear& bridge : bridges_) state.cells.push_back(ops::tanh(bridge(encoded.last.back())));
    return state;
  }

  Tensor embed(const Tensor& tokens) const override { return embedding_(tokens); }

  DecoderStep step(const Tensor& embedded, const DecoderState& state, const Memory& memory) const override {
    Query query{ops::split_heads(state.cells[0], 1), {}};
    Glance glance = attention_.attend(query, memory, state.carry);
    Tensor context = ops::join_heads_step(glance.context);
    CellState next = cell_.step(ops::concat({embedded, context}), state.cells);
    return {ops::concat({next[0], embedded, context}), {next, glance.carry}, glance};
  }

  Tensor readout(const Tensor& features) const override { return output_(ops::tanh(hidden_(features))); }

 private:
  Embedding embedding_;
  Attention attention_;
  Cell cell_;
  Linear hidden_, output_;
  std::vector<Linear> bridges_;
};

}  // namespace

std::unique_ptr<Decoder> BahdanauDecoderOptions::make(const AttentionOptions& attention,
                                                      const Encoder& encoder, int64_t vocabulary,
                                                      const Scope& scope) const {
  return std::make_unique<BahdanauDecoder>(*this, attention, encoder, vocabulary, scope);
}

}  // namespace heed
