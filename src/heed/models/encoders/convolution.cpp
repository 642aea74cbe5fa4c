#include "heed/models/encoders/convolution.h"

#include "heed/nn/layers.h"

namespace heed {
namespace {

class ConvolutionEncoder : public Encoder {
 public:
  ConvolutionEncoder(const ConvolutionEncoderOptions& options, const Scope& scope, int64_t inputs)
      : options_(options) {
    for (int64_t layer = 0; layer < options.layers; ++layer) {
      layers_.emplace_back(scope / ("layer" + std::to_string(layer)), inputs * kernel(), options.width);
      inputs = options.width;
    }
  }

  Encoded encode(const Tensor& embedded, const Tensor& mask, const Dropout& dropout) const override {
    Tensor x = options_.positions ? ops::add_positions(embedded) : embedded;
    for (std::size_t layer = 0; layer < layers_.size(); ++layer) {
      Tensor y = layers_[layer](ops::neighbours(x, mask, kernel()));
      y = options_.activation == "relu" ? ops::relu(y) : ops::tanh(y);
      if (options_.residual && y.size(2) == x.size(2)) y = ops::add(y, x);
      x = dropout.layer(y, "encoder" + std::to_string(layer));
    }
    return {ops::keep_real(x, mask), mask, {}};
  }
  int64_t width() const override { return options_.width; }
  EndShape ends() const override { return {0, 1, 0, options_.width}; }

 private:
  int64_t kernel() const { return 2 * options_.reach + 1; }

  ConvolutionEncoderOptions options_;
  std::vector<Linear> layers_;
};

}  // namespace

std::unique_ptr<Encoder> ConvolutionEncoderOptions::make(const Scope& scope, int64_t inputs) const {
  return std::make_unique<ConvolutionEncoder>(*this, scope, inputs);
}

}  // namespace heed
