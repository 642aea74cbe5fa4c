#include "heed/models/encoders/recurrent.h"

namespace heed {
namespace {

class RecurrentEncoder : public Encoder {
 public:
  RecurrentEncoder(const RecurrentEncoderOptions& options, const Scope& scope, int64_t vocabulary)
      : options_(options), embedding_(scope / "embedding", vocabulary, options.embedding) {
    int64_t inputs = options.embedding;
    for (int64_t layer = 0; layer < options.layers; ++layer) {
      Scope place = scope / ("layer" + std::to_string(layer));
      Directions cells;
      cells.emplace_back(options.cell, place / "forward", inputs, options.width);
      if (options.bidirectional) cells.emplace_back(options.cell, place / "backward", inputs, options.width);
      layers_.push_back(std::move(cells));
      inputs = width();
    }
  }

  Encoded encode(const Tensor& ids, const Tensor& mask, const Noise& noise) const override {
    Encoded encoded{embedding_(ids), mask, {}};
    for (std::size_t layer = 0; layer < layers_.size(); ++layer) {
      Tensor x = dropout(encoded.states, options_.dropout, noise, "encoder" + std::to_string(layer));
      std::vector<Tensor> outputs;
      encoded.last.clear();
      for (std::size_t d = 0; d < layers_[layer].size(); ++d) {
        Unrolled unrolled =
            layers_[layer][d].unroll(x, mask, d == 0 ? Direction::forward : Direction::backward);
        outputs.push_back(unrolled.outputs);
        encoded.last.push_back(unrolled.last[0]);
      }
      encoded.states = outputs.size() == 1 ? outputs[0] : ops::concat(outputs);
    }
    encoded.states = dropout(encoded.states, options_.dropout, noise, "encoder.states");
    return encoded;
  }

  int64_t width() const override { return options_.width * (options_.bidirectional ? 2 : 1); }
  int64_t last_width() const override { return options_.width; }

 private:
  using Directions = std::vector<Cell>;

  RecurrentEncoderOptions options_;
  Embedding embedding_;
  std::vector<Directions> layers_;
};

}  // namespace

std::unique_ptr<Encoder> RecurrentEncoderOptions::make(const Scope& scope, int64_t vocabulary) const {
  return std::make_unique<RecurrentEncoder>(*this, scope, vocabulary);
}

}  // namespace heed
