// Makes the first state of a decoder from the last states of an encoder.
//   dense: tanh(W [last states of the top layer] + b) for each tensor of each layer (`from: backward` in
//          Bahdanau 2015); for an encoder that is not recurrent, from the mean of its states (Xu 2015)
//   copy:  each layer starts with the last states of the same encoder layer, both directions concatenated
//          (Sutskever 2014)
//   zero:  the state is zero; information passes only through attention
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "heed/base/options.h"
#include "heed/models/encoder.h"
#include "heed/nn/layers.h"

namespace heed {

struct DenseBridgeOptions {
  static constexpr const char* kType = "dense";
  std::string from = "both";
  static void fields(auto& o, auto&& f) {
    f("from", o.from, "use the last states of both directions, or of the backward one only",
      one_of({"both", "backward"}));
  }
};

struct CopyBridgeOptions {
  static constexpr const char* kType = "copy";
  static void fields(auto&, auto&&) {}
};

struct ZeroBridgeOptions {
  static constexpr const char* kType = "zero";
  static void fields(auto&, auto&&) {}
};

using BridgeOptions = std::variant<DenseBridgeOptions, CopyBridgeOptions, ZeroBridgeOptions>;

// The shape of the state: the numbers of layers and of tensors in each layer, and the width of each tensor.
struct StateShape {
  int64_t layers = 1, states = 1, width = 0;
};

class Bridge {
 public:
  Bridge(const BridgeOptions& options, const EndShape& from, const StateShape& to, const Scope& scope);
  std::vector<CellState> operator()(const Encoded& encoded) const;

 private:
  CellState dense(const Tensor& summary, std::size_t layer) const;

  BridgeOptions options_;
  StateShape to_;
  std::vector<Linear> layers_;
};

// The last states of the encoder's top layer, concatenated, or the mean of its states: [B,D]. With
// `backward_only`, only the state of the last direction.
Tensor summary_of(const Encoded& encoded, bool backward_only);
int64_t summary_width(const EndShape& ends, bool backward_only);

}  // namespace heed
