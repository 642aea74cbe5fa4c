#include "heed/kernels/int8_tiles.h"

#if defined(__x86_64__) && defined(__linux__)

#include <immintrin.h>

#define HEED_TILES __attribute__((target("amx-tile,amx-int8")))

namespace heed::kernels {
namespace {

constexpr int64_t kSumsStride = kAmxBlock * 4;  // bytes

// Tiles 0 and 1 hold the sums of the first sixteen rows, 2 and 3 those of the others; 4 and 5 hold parts of
// A, 6 and 7 parts of B.
HEED_TILES void sums_of_16(const ByteRows& rows, const int8_t* left, const int8_t* right, int64_t depth,
                           int32_t* sums) {
  _tile_zero(0);
  _tile_zero(1);
  for (int64_t k = 0; k < depth; k += kAmxBytes) {
    _tile_loadd(4, rows.a + k, rows.stride);
    _tile_loadd(6, left + k * kAmxRows, kAmxBytes);
    _tile_dpbusd(0, 4, 6);
    _tile_loadd(7, right + k * kAmxRows, kAmxBytes);
    _tile_dpbusd(1, 4, 7);
  }
  _tile_stored(0, sums, kSumsStride);
  _tile_stored(1, sums + kAmxRows, kSumsStride);
}

HEED_TILES void sums_of_32(const ByteRows& rows, const int8_t* left, const int8_t* right, int64_t depth,
                           int32_t* sums) {
  const uint8_t* lower = rows.a + kAmxRows * rows.stride;
  _tile_zero(0);
  _tile_zero(1);
  _tile_zero(2);
  _tile_zero(3);
  for (int64_t k = 0; k < depth; k += kAmxBytes) {
    _tile_loadd(4, rows.a + k, rows.stride);
    _tile_loadd(6, left + k * kAmxRows, kAmxBytes);
    _tile_dpbusd(0, 4, 6);
    _tile_loadd(7, right + k * kAmxRows, kAmxBytes);
    _tile_dpbusd(1, 4, 7);
    _tile_loadd(5, lower + k, rows.stride);
    _tile_dpbusd(2, 5, 6);
    _tile_dpbusd(3, 5, 7);
  }
  int32_t* below = sums + kAmxRows * kAmxBlock;
  _tile_stored(0, sums, kSumsStride);
  _tile_stored(1, sums + kAmxRows, kSumsStride);
  _tile_stored(2, below, kSumsStride);
  _tile_stored(3, below + kAmxRows, kSumsStride);
}

}  // namespace

void multiply(const Tiles&, const ByteRows& rows, const int8_t* left, const int8_t* right, int64_t groups,
              int32_t* sums) {
  int64_t depth = groups * 4;
  if (rows.count > kAmxRows)
    sums_of_32(rows, left, right, depth, sums);
  else
    sums_of_16(rows, left, right, depth, sums);
}

}  // namespace heed::kernels

#else

namespace heed::kernels {

void multiply(const Tiles&, const ByteRows&, const int8_t*, const int8_t*, int64_t, int32_t*) {}

}  // namespace heed::kernels

#endif
