// A processor's tiles (AMX): eight registers of sixteen rows of 64 bytes, of which two are multiplied into a
// third.
#pragma once

#include <cstdint>

namespace heed::kernels {

// What a tile can hold.
enum class TileNumber { int8, bf16 };

// Whether the processor multiplies them, and the system lets this process use tiles. HEED_SIMD, whatever it
// says, is without.
bool has_tiles(TileNumber number);

inline constexpr int64_t kAmxRows = 16, kAmxBytes = 64;  // of a tile, and of each of its rows
// Kernels make two tiles by two at a time, of 32-bit sums: so many rows, and as many columns.
inline constexpr int64_t kAmxBlock = 2 * kAmxRows;

// This thread's tiles, all as large as they can be, until it ends.
class Tiles {
 public:
  Tiles();
  ~Tiles();
  Tiles(const Tiles&) = delete;
  Tiles& operator=(const Tiles&) = delete;
};

}  // namespace heed::kernels
