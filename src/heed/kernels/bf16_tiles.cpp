#include "heed/kernels/bf16_tiles.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "heed/kernels/tiles.h"

namespace heed::kernels {
namespace {

constexpr int64_t kDepth = kAmxBytes / 2;  // bf16 of a tile's row

uint32_t pair_of(uint16_t upper, uint16_t lower) {
  return uint32_t{upper} | uint32_t{lower} << 16;
}

// Packs the rows of a panel in pairs; the panel has `width` columns.
void pack_panel(const Bf16View& b, int64_t first, int64_t width, uint32_t* to) {
  for (int64_t k = 0; k < b.rows; k += 2, to += kPanelColumns) {
    const uint16_t* upper = b.data + k * b.row + first * b.column;
    const uint16_t* lower = k + 1 < b.rows ? upper + b.row : nullptr;
    for (int64_t j = 0; j < width; ++j)
      to[j] = pair_of(upper[j * b.column], lower == nullptr ? uint16_t{0} : lower[j * b.column]);
  }
}

// Packs a panel column by column, for a B whose columns are contiguous.
void pack_columns(const Bf16View& b, int64_t first, int64_t width, uint32_t* to) {
  for (int64_t j = 0; j < width; ++j) {
    const uint16_t* column = b.data + (first + j) * b.column;
    int64_t whole = b.rows / 2;
    for (int64_t p = 0; p < whole; ++p) std::memcpy(to + p * kPanelColumns + j, column + 2 * p, sizeof *to);
    if (b.rows % 2 != 0) to[whole * kPanelColumns + j] = column[b.rows - 1];
  }
}

// Up to kAmxBlock rows of A in whole tiles; rows are `stride` numbers apart.
struct TiledRows {
  const uint16_t* a;
  int64_t stride;
};

// The rows in place, or a copy that is padded with zeros.
TiledRows tiled_rows(const Bf16View& a, int64_t first, int64_t count, std::vector<uint16_t>& memory) {
  if (count == kAmxBlock && a.column == 1 && a.columns % kDepth == 0) return {a.data + first * a.row, a.row};
  int64_t stride = pairs_of(a.columns) * 2 + kDepth;  // a power of two would fill few places of the cache
  memory.assign(static_cast<std::size_t>(kAmxBlock * stride), 0);
  const uint16_t* from = a.data + first * a.row;
  if (a.column == 1) {
    for (int64_t r = 0; r < count; ++r) std::copy_n(from + r * a.row, a.columns, memory.data() + r * stride);
  } else {
    for (int64_t k = 0; k < a.columns; ++k)
      for (int64_t r = 0; r < count; ++r)
        memory[static_cast<std::size_t>(r * stride + k)] = from[r * a.row + k * a.column];
  }
  return {memory.data(), stride};
}

}  // namespace

void pack_pairs(const Bf16View& b, uint32_t* to) {
  int64_t panel = pairs_of(b.rows) * kPanelColumns;
  bool whole = b.rows % kDepth == 0 && b.columns == padded_columns(b.columns);
  if (!whole) std::fill_n(to, pairs_of(b.rows) * padded_columns(b.columns), uint32_t{0});
  for (int64_t first = 0; first < b.columns; first += kPanelColumns, to += panel) {
    int64_t width = std::min(kPanelColumns, b.columns - first);
    b.row == 1 ? pack_columns(b, first, width, to) : pack_panel(b, first, width, to);
  }
}

}  // namespace heed::kernels

#if defined(__x86_64__) && defined(__linux__)

#include <immintrin.h>

namespace heed::kernels {
namespace {

// Computes kAmxBlock by kAmxBlock elements of the result, whose rows are `stride` floats apart. Tiles 0 to 3
// hold sums, 4 and 5 parts of A, 6 and 7 parts of B.
__attribute__((target("amx-tile,amx-bf16"))) void tiled_block(const TiledRows& rows, const uint32_t* left,
                                                              const uint32_t* right, int64_t pairs, float* c,
                                                              int64_t stride, bool add) {
  float* below = c + kAmxRows * stride;
  int64_t c_bytes = stride * 4, a_bytes = rows.stride * 2;
  if (add) {
    _tile_loadd(0, c, c_bytes);
    _tile_loadd(1, c + kAmxRows, c_bytes);
    _tile_loadd(2, below, c_bytes);
    _tile_loadd(3, below + kAmxRows, c_bytes);
  } else {
    _tile_zero(0);
    _tile_zero(1);
    _tile_zero(2);
    _tile_zero(3);
  }
  const uint16_t *upper = rows.a, *lower = rows.a + kAmxRows * rows.stride;
  for (int64_t p = 0; p < pairs; p += kAmxRows) {
    _tile_loadd(4, upper + 2 * p, a_bytes);
    _tile_loadd(6, left + p * kPanelColumns, kAmxBytes);
    _tile_dpbf16ps(0, 4, 6);
    _tile_loadd(7, right + p * kPanelColumns, kAmxBytes);
    _tile_dpbf16ps(1, 4, 7);
    _tile_loadd(5, lower + 2 * p, a_bytes);
    _tile_dpbf16ps(2, 5, 6);
    _tile_dpbf16ps(3, 5, 7);
  }
  _tile_stored(0, c, c_bytes);
  _tile_stored(1, c + kAmxRows, c_bytes);
  _tile_stored(2, below, c_bytes);
  _tile_stored(3, below + kAmxRows, c_bytes);
}

}  // namespace

void multiply_in_tiles(const Bf16View& a, const Bf16Pairs& b, float* c, int64_t stride, bool add) {
  thread_local std::vector<uint16_t> memory;
  float edge[kAmxBlock * kAmxBlock];
  int64_t pairs = pairs_of(b.rows), panel = pairs * kPanelColumns;
  Tiles tiles;
  for (int64_t first = 0; first < a.rows; first += kAmxBlock) {
    int64_t count = std::min(kAmxBlock, a.rows - first);
    TiledRows rows = tiled_rows(a, first, count, memory);
    for (int64_t column = 0; column < b.columns; column += kAmxBlock) {
      const uint32_t* left = b.data + column * pairs;
      ProductOutput into = ProductOutput{c, stride, add}.at(first, column);
      int64_t width = std::min(kAmxBlock, b.columns - column);
      if (count == kAmxBlock && width == kAmxBlock) {
        tiled_block(rows, left, left + panel, pairs, into.c, stride, add);
      } else {
        tiled_block(rows, left, left + panel, pairs, edge, kAmxBlock, false);
        into.put(edge, kAmxBlock, count, width);
      }
    }
  }
}

}  // namespace heed::kernels

#else

namespace heed::kernels {

void multiply_in_tiles(const Bf16View&, const Bf16Pairs&, float*, int64_t, bool) {}

}  // namespace heed::kernels

#endif
