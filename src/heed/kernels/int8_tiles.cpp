#include "heed/kernels/int8_tiles.h"

#if defined(__x86_64__) && defined(__linux__)

#include <cpuid.h>
#include <immintrin.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdlib>

#define HEED_TILES __attribute__((target("amx-tile,amx-int8")))

namespace heed::kernels {
namespace {

constexpr int64_t kTile = 16, kLine = 64;  // rows of a tile, and bytes of each

// What the processor reads: all eight tiles are as large as they can be.
struct alignas(kLine) Configuration {
  uint8_t palette = 1, first_row = 0, unused[14] = {};
  uint16_t bytes[16] = {};
  uint8_t rows[16] = {};

  Configuration() {
    for (int tile = 0; tile < 8; ++tile) {
      bytes[tile] = kLine;
      rows[tile] = kTile;
    }
  }
};

bool processor_has_tiles() {
  unsigned a = 0, b = 0, c = 0, d = 0;
  constexpr unsigned kAmxTile = 1U << 24, kAmxInt8 = 1U << 25;
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) != 0 && (d & kAmxTile) != 0 && (d & kAmxInt8) != 0;
}

// Their state is large, and a process has to ask for it once.
bool system_permits_tiles() {
  constexpr int kRequestPermission = 0x1023, kTileData = 18;
  return syscall(SYS_arch_prctl, kRequestPermission, kTileData) == 0;
}

HEED_TILES void configure() {
  static const Configuration configuration;
  _tile_loadconfig(&configuration);
}

HEED_TILES void release() {
  _tile_release();
}

// Tiles 0 and 1 are the sums of the first sixteen rows, 2 and 3 of the others; 4 and 5 are of A, 6 and 7 of
// B.
HEED_TILES void sums_of_16(const Int8Tiles::Rows& rows, const int8_t* left, const int8_t* right,
                           int64_t depth, int32_t* sums) {
  _tile_zero(0);
  _tile_zero(1);
  for (int64_t k = 0; k < depth; k += kLine) {
    _tile_loadd(4, rows.a + k, rows.stride);
    _tile_loadd(6, left + k * kTile, kLine);
    _tile_dpbusd(0, 4, 6);
    _tile_loadd(7, right + k * kTile, kLine);
    _tile_dpbusd(1, 4, 7);
  }
  _tile_stored(0, sums, Int8Tiles::kColumns * 4);
  _tile_stored(1, sums + kTile, Int8Tiles::kColumns * 4);
}

HEED_TILES void sums_of_32(const Int8Tiles::Rows& rows, const int8_t* left, const int8_t* right,
                           int64_t depth, int32_t* sums) {
  const uint8_t* lower = rows.a + kTile * rows.stride;
  _tile_zero(0);
  _tile_zero(1);
  _tile_zero(2);
  _tile_zero(3);
  for (int64_t k = 0; k < depth; k += kLine) {
    _tile_loadd(4, rows.a + k, rows.stride);
    _tile_loadd(6, left + k * kTile, kLine);
    _tile_dpbusd(0, 4, 6);
    _tile_loadd(7, right + k * kTile, kLine);
    _tile_dpbusd(1, 4, 7);
    _tile_loadd(5, lower + k, rows.stride);
    _tile_dpbusd(2, 5, 6);
    _tile_dpbusd(3, 5, 7);
  }
  int32_t* below = sums + kTile * Int8Tiles::kColumns;
  _tile_stored(0, sums, Int8Tiles::kColumns * 4);
  _tile_stored(1, sums + kTile, Int8Tiles::kColumns * 4);
  _tile_stored(2, below, Int8Tiles::kColumns * 4);
  _tile_stored(3, below + kTile, Int8Tiles::kColumns * 4);
}

}  // namespace

bool has_int8_tiles() {
  static const bool has = [] {
    const char* cap = std::getenv("HEED_SIMD");
    return (cap == nullptr || *cap == 0) && processor_has_tiles() && system_permits_tiles();
  }();
  return has;
}

Int8Tiles::Int8Tiles() {
  configure();
}

Int8Tiles::~Int8Tiles() {
  release();
}

void Int8Tiles::multiply(const Rows& rows, const int8_t* left, const int8_t* right, int64_t groups,
                         int32_t* sums) const {
  int64_t depth = groups * 4;
  if (rows.count > kTile)
    sums_of_32(rows, left, right, depth, sums);
  else
    sums_of_16(rows, left, right, depth, sums);
}

}  // namespace heed::kernels

#else

namespace heed::kernels {

bool has_int8_tiles() {
  return false;
}
Int8Tiles::Int8Tiles() = default;
Int8Tiles::~Int8Tiles() = default;
void Int8Tiles::multiply(const Rows&, const int8_t*, const int8_t*, int64_t, int32_t*) const {}

}  // namespace heed::kernels

#endif
