#include "heed/kernels/bf16.h"

#include <cstring>
#include <vector>

#include "heed/kernels/tiles.h"

namespace heed::kernels {
namespace {

float widen(uint16_t half) {
  uint32_t bits = uint32_t{half} << 16;
  float value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

std::vector<float> widen(const Bf16View& view) {
  std::vector<float> wide;
  wide.reserve(static_cast<std::size_t>(view.rows * view.columns));
  for (int64_t r = 0; r < view.rows; ++r)
    for (int64_t c = 0; c < view.columns; ++c)
      wide.push_back(widen(view.data[r * view.row + c * view.column]));
  return wide;
}

}  // namespace

bool has_bf16() {
  return has_tiles(TileNumber::bf16);
}

void PackedBf16::pack(const Bf16View& b) {
  if (!has_bf16()) {
    std::vector<float> wide = widen(b);
    widened_.pack({wide.data(), b.rows, b.columns, b.columns});
    return;
  }
  int64_t size = pairs_of(b.rows) * padded_columns(b.columns);
  if (size > capacity_) pairs_ = make_aligned_floats(capacity_ = size);
  rows_ = b.rows;
  columns_ = b.columns;
  pack_pairs(b, reinterpret_cast<uint32_t*>(pairs_.get()));
}

void multiply(const Bf16View& a, const PackedBf16& b, float* c, int64_t stride, bool add) {
  if (has_bf16()) {
    const auto* pairs = reinterpret_cast<const uint32_t*>(b.pairs_.get());
    return multiply_in_tiles(a, {pairs, b.rows_, b.columns_}, c, stride, add);
  }
  std::vector<float> wide = widen(a);
  multiply(MatrixView{wide.data(), a.rows, a.columns, a.columns}, b.widened_.panels(),
           ProductOutput{c, stride, add});
}

void multiply(const Bf16View& a, const Bf16View& b, float* c, int64_t stride, bool add) {
  thread_local PackedBf16 packed;
  packed.pack(b);
  multiply(a, packed, c, stride, add);
}

}  // namespace heed::kernels
