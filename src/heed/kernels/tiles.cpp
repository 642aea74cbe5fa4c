#include "heed/kernels/tiles.h"

#if defined(__x86_64__) && defined(__linux__)

#include <cpuid.h>
#include <immintrin.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdlib>

namespace heed::kernels {
namespace {

// The configuration in the layout that the processor reads.
struct alignas(64) Configuration {
  uint8_t palette = 1, first_row = 0, unused[14] = {};
  uint16_t bytes[16] = {};
  uint8_t rows[16] = {};

  Configuration() {
    for (int tile = 0; tile < 8; ++tile) {
      bytes[tile] = kAmxBytes;
      rows[tile] = kAmxRows;
    }
  }
};

bool processor_has(TileNumber number) {
  unsigned a = 0, b = 0, c = 0, d = 0;
  unsigned tiles = 1U << 24, own = number == TileNumber::int8 ? 1U << 25 : 1U << 22;
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) != 0 && (d & tiles) != 0 && (d & own) != 0;
}

// The state of tiles is large, so a process must ask the system once for permission to use them.
bool system_permits() {
  constexpr int kRequestPermission = 0x1023, kTileData = 18;
  const char* cap = std::getenv("HEED_SIMD");
  return (cap == nullptr || *cap == 0) && syscall(SYS_arch_prctl, kRequestPermission, kTileData) == 0;
}

__attribute__((target("amx-tile"))) void configure() {
  static const Configuration configuration;
  _tile_loadconfig(&configuration);
}

__attribute__((target("amx-tile"))) void release() {
  _tile_release();
}

}  // namespace

bool has_tiles(TileNumber number) {
  static const bool int8 = processor_has(TileNumber::int8) && system_permits();
  static const bool bf16 = processor_has(TileNumber::bf16) && system_permits();
  return number == TileNumber::int8 ? int8 : bf16;
}

Tiles::Tiles() {
  configure();
}

Tiles::~Tiles() {
  release();
}

}  // namespace heed::kernels

#else

namespace heed::kernels {

bool has_tiles(TileNumber) {
  return false;
}
Tiles::Tiles() = default;
Tiles::~Tiles() = default;

}  // namespace heed::kernels

#endif
