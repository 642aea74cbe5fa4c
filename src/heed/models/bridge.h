// From an encoder's ends to a decoder's first state.
//   dense: tanh(W [ends of the top layer] + b) for each tensor of each layer (Bahdanau 2015 has
//          `from: backward`); of an encoder that is not recurrent, the mean of its states (Xu 2015)
//   copy:  each layer starts with the same layer's own ends, both directions side by side (Sutskever 2014)
//   zero:  nothing passes but what attention sees
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
    f("from", o.from, "the ends of both directions, or of the backward one alone",
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

// The state to be made: so many layers of so many tensors of one width.
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

// The ends of the encoder's top layer, side by side, or the mean of its states: [B,D]. `backward_only`: of
// the last direction.
Tensor summary_of(const Encoded& encoded, bool backward_only);
int64_t summary_width(const EndShape& ends, bool backward_only);

}  // namespace heed
