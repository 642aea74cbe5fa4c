#include "heed/models/bridge.h"

#include <ATen/ATen.h>

namespace heed {
namespace {

void require_ends(const EndShape& from) {
  if (from.layers > 0) return;
  throw OptionError(
      "model.decoder.bridge: copy needs a recurrent encoder, found one without a last state; use dense (of "
      "the "
      "mean of its states) or zero");
}

void require_same_shape(const EndShape& from, const StateShape& to) {
  int64_t width = from.width * from.directions;
  if (from.layers == to.layers && from.states == to.states && width == to.width) return;
  auto shape = [](int64_t layers, int64_t states, int64_t size) {
    return std::to_string(layers) + " layers of " + std::to_string(states) + " tensors of width " +
           std::to_string(size);
  };
  throw OptionError("model.decoder.bridge: copy needs the encoder's state to be the decoder's, found " +
                    shape(from.layers, from.states, width) + " and " + shape(to.layers, to.states, to.width) +
                    "; make them equal or use dense");
}

}  // namespace

Tensor summary_of(const Encoded& encoded, bool backward_only) {
  if (encoded.ends.empty()) return ops::mean_over_time(encoded.states, encoded.mask);
  const LayerEnds& top = encoded.ends.back();
  if (backward_only || top.size() == 1) return top.back()[0];
  return ops::concat({top[0][0], top[1][0]});
}

int64_t summary_width(const EndShape& ends, bool backward_only) {
  return backward_only ? ends.width : ends.width * ends.directions;
}

Bridge::Bridge(const BridgeOptions& options, const EndShape& from, const StateShape& to, const Scope& scope)
    : options_(options), to_(to) {
  if (std::holds_alternative<ZeroBridgeOptions>(options)) return;
  if (std::holds_alternative<CopyBridgeOptions>(options)) {
    require_ends(from);
    require_same_shape(from, to);
  }
  const auto* dense = std::get_if<DenseBridgeOptions>(&options);
  if (!dense) return;
  int64_t inputs = summary_width(from, dense->from == "backward");
  for (int64_t i = 0; i < to.layers * to.states; ++i)
    layers_.emplace_back(scope / std::to_string(i), inputs, to.width);
}

CellState Bridge::dense(const Tensor& summary, std::size_t layer) const {
  CellState state;
  auto states = static_cast<std::size_t>(to_.states);
  for (std::size_t i = 0; i < states; ++i) state.push_back(ops::tanh(layers_[layer * states + i](summary)));
  return state;
}

std::vector<CellState> Bridge::operator()(const Encoded& encoded) const {
  std::vector<CellState> layers;
  const auto* from = std::get_if<DenseBridgeOptions>(&options_);
  Tensor summary = from ? summary_of(encoded, from->from == "backward") : Tensor();
  for (std::size_t layer = 0; layer < static_cast<std::size_t>(to_.layers); ++layer) {
    CellState state;
    if (from) {
      state = dense(summary, layer);
    } else if (std::holds_alternative<CopyBridgeOptions>(options_)) {
      const LayerEnds& ends = encoded.ends[layer];
      for (std::size_t i = 0; i < ends[0].size(); ++i)
        state.push_back(ends.size() == 1 ? ends[0][i] : ops::concat({ends[0][i], ends[1][i]}));
    } else {
      for (int64_t i = 0; i < to_.states; ++i) state.push_back(ops::zero_state(encoded.states, to_.width));
    }
    layers.push_back(std::move(state));
  }
  return layers;
}

}  // namespace heed
