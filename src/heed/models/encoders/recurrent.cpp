#include "heed/models/encoders/recurrent.h"

#include "heed/ops/ops.h"

namespace heed {
namespace {

class RecurrentEncoder : public Encoder {
 public:
  RecurrentEncoder(const RecurrentEncoderOptions& options, const Scope& scope, int64_t inputs)
      : options_(options) {
    for (int64_t layer = 0; layer < options.layers; ++layer) {
      Scope place = scope / ("layer" + std::to_string(layer));
      Directions cells;
      cells.emplace_back(options.cell, place / "forward", inputs, options.width);
      if (options.bidirectional) cells.emplace_back(options.cell, place / "backward", inputs, options.width);
      layers_.push_back(std::move(cells));
      inputs = width();
    }
  }

  Encoded encode(const Tensor& x, const Tensor& mask, const Dropout& dropout) const override {
    Encoded encoded{x, mask, {}};
    for (std::size_t layer = 0; layer < layers_.size(); ++layer) {
      std::vector<Tensor> outputs;
      LayerEnds ends;
      for (std::size_t d = 0; d < layers_[layer].size(); ++d) {
        Unrolled unrolled =
            layers_[layer][d].unroll(encoded.states, mask, d == 0 ? Direction::forward : Direction::backward);
        outputs.push_back(unrolled.outputs);
        ends.push_back(unrolled.last);
      }
      Tensor y = outputs.size() == 1 ? outputs[0] : ops::concat(outputs);
      if (options_.residual && layer > 0) y = ops::add(y, encoded.states);
      encoded.states = dropout.layer(y, "encoder" + std::to_string(layer));
      encoded.ends.push_back(std::move(ends));
    }
    return encoded;
  }

  int64_t width() const override { return options_.width * directions(); }
  EndShape ends() const override {
    return {options_.layers, directions(), state_count(options_.cell), options_.width};
  }

 private:
  using Directions = std::vector<Cell>;

  int64_t directions() const { return options_.bidirectional ? 2 : 1; }

  RecurrentEncoderOptions options_;
  std::vector<Directions> layers_;
};

}  // namespace

std::unique_ptr<Encoder> RecurrentEncoderOptions::make(const Scope& scope, int64_t inputs) const {
  return std::make_unique<RecurrentEncoder>(*this, scope, inputs);
}

}  // namespace heed
