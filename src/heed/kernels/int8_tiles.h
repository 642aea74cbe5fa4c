// Products of bytes in tiles of 16 by 16 (AMX), for processors that have them: eight times as many at once as
// their vectors multiply. A panel of weights (int8.h) is a tile's other side as it lies, sixteen groups of
// four rows at a time, and the sums are the same whole numbers.
#pragma once

#include <cstdint>

namespace heed::kernels {

// Whether the processor has them, and the system lets this process use them. HEED_SIMD, whatever it says, is
// without.
bool has_int8_tiles();

// This thread's tiles, from here on until it ends.
class Int8Tiles {
 public:
  static constexpr int64_t kRows = 32, kColumns = 32;  // of the sums: two tiles by two
  static constexpr int64_t kGroups = 16;               // of B, in a tile

  Int8Tiles();
  ~Int8Tiles();
  Int8Tiles(const Int8Tiles&) = delete;
  Int8Tiles& operator=(const Int8Tiles&) = delete;

  // Up to kRows rows of A, `stride` bytes apart; more are read, up to whole tiles, and their sums mean
  // nothing.
  struct Rows {
    const uint8_t* a;
    int64_t stride, count;
  };
  // sums [kRows, kColumns] of those and of two panels side by side; `groups` is a multiple of kGroups.
  void multiply(const Rows& rows, const int8_t* left, const int8_t* right, int64_t groups,
                int32_t* sums) const;
};

}  // namespace heed::kernels
