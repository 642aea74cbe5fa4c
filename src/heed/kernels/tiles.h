// The tile registers of a processor (AMX): eight registers of sixteen rows of 64 bytes. Two tiles are
// multiplied into a third.
#pragma once

#include <cstdint>

namespace heed::kernels {

// The numbers that a tile can hold.
enum class TileNumber { int8, bf16 };

// Whether the processor can multiply such tiles and the system lets this process use them. False if HEED_SIMD
// is set to any value.
bool has_tiles(TileNumber number);

inline constexpr int64_t kAmxRows = 16, kAmxBytes = 64;  // rows of a tile, and bytes of a row
// Kernels compute two by two tiles of 32-bit sums at a time: this many rows and columns.
inline constexpr int64_t kAmxBlock = 2 * kAmxRows;

// Configures the tiles of this thread at their full size, until the object is destroyed.
class Tiles {
 public:
  Tiles();
  ~Tiles();
  Tiles(const Tiles&) = delete;
  Tiles& operator=(const Tiles&) = delete;
};

}  // namespace heed::kernels
