#include "heed/models/encoders/embeddings.h"

#include "heed/ops/ops.h"

namespace heed {
namespace {

class EmbeddingsEncoder : public Encoder {
 public:
  EmbeddingsEncoder(int64_t width, bool positions) : width_(width), positions_(positions) {}

  Encoded encode(const Tensor& x, const Tensor& mask, const Dropout&) const override {
    return {ops::keep_real(positions_ ? ops::add_positions(x) : x, mask), mask, {}};
  }
  int64_t width() const override { return width_; }
  EndShape ends() const override { return {0, 1, 0, width_}; }

 private:
  int64_t width_;
  bool positions_;
};

}  // namespace

std::unique_ptr<Encoder> EmbeddingsEncoderOptions::make(const Scope&, int64_t inputs) const {
  return std::make_unique<EmbeddingsEncoder>(inputs, positions);
}

}  // namespace heed
