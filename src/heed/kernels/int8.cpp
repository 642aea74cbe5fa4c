#define HWY_WANT_AVX3_DL  // processors that multiply bytes
#include "heed/kernels/int8.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "heed/kernels/int8_tiles.h"
#include "heed/kernels/simd.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "heed/kernels/int8.cpp"
#include <hwy/foreach_target.h>

#include "heed/kernels/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace heed::kernels::HWY_NAMESPACE {

using Ints = hn::ScalableTag<int32_t>;

// How an instruction set multiplies a group of a row with the groups of as many columns as there are lanes:
// add() computes sums += Σ a' b', with a' up to kLevels.
#if HWY_TARGET == HWY_STATIC_TARGET || !HWY_ARCH_X86
// The reference, in plain steps.
constexpr int32_t kLevels = 255;
using Weights = const int8_t*;
using Group = const uint8_t*;
HWY_INLINE Weights load(const int8_t* b) {
  return b;
}
HWY_INLINE Group group(const uint8_t* a) {
  return a;
}
HWY_INLINE VecOf<Ints> add(VecOf<Ints> sums, Group a, Weights b) {
  HWY_ALIGN int32_t lanes[kLanes];
  hn::Store(sums, Ints(), lanes);
  for (int64_t i = 0; i < kLanes; ++i)
    for (int64_t k = 0; k < kInt8Group; ++k) lanes[i] += a[k] * b[i * kInt8Group + k];
  return hn::Load(Ints(), lanes);
}
#else
using Weights = VecOf<Ints>;
using Group = VecOf<Ints>;
HWY_INLINE Weights load(const int8_t* b) {
  return hn::Load(Ints(), reinterpret_cast<const int32_t*>(b));
}
HWY_INLINE Group group(const uint8_t* a) {
  int32_t whole;
  std::memcpy(&whole, a, sizeof whole);
  return hn::Set(Ints(), whole);
}
#if HWY_TARGET <= HWY_AVX3_DL
constexpr int32_t kLevels = 255;
HWY_INLINE VecOf<Ints> add(VecOf<Ints> sums, Group a, Weights b) {
  asm("vpdpbusd %2, %1, %0" : "+v"(sums.raw) : "v"(a.raw), "v"(b.raw));
  return sums;
}
#else
// Two products are added in 16 bits, which allow no more levels: 2 · 127 · 127 < 2¹⁵.
constexpr int32_t kLevels = 127;
HWY_INLINE VecOf<Ints> add(VecOf<Ints> sums, Group a, Weights b) {
  // The last step is written out; otherwise the compiler moves sums between registers.
#if HWY_TARGET <= HWY_AVX3
  __m512i fours = _mm512_madd_epi16(_mm512_maddubs_epi16(a.raw, b.raw), _mm512_set1_epi16(1));
  asm("vpaddd %1, %0, %0" : "+v"(sums.raw) : "v"(fours));
#elif HWY_TARGET == HWY_AVX2
  __m256i fours = _mm256_madd_epi16(_mm256_maddubs_epi16(a.raw, b.raw), _mm256_set1_epi16(1));
  asm("vpaddd %1, %0, %0" : "+x"(sums.raw) : "x"(fours));
#else
  __m128i fours = _mm_madd_epi16(_mm_maddubs_epi16(a.raw, b.raw), _mm_set1_epi16(1));
  asm("paddd %1, %0" : "+x"(sums.raw) : "x"(fours));
#endif
  return sums;
}
#endif
#endif

constexpr int64_t kVectors = 2, kTileColumns = kVectors * kLanes;
constexpr int64_t kTileRows = HWY_TARGET <= HWY_AVX3 ? 12 : 4;
// Rows of a' that fit the second-level cache while all columns are processed.
constexpr int64_t kBlock = 160;

HWY_INLINE int64_t groups_of(int64_t rows) {
  return (rows + kInt8Group - 1) / kInt8Group;
}

// The quantisation of a row: a ≈ scale · (a' − zero).
struct Quantised {
  float scale;
  int32_t zero;
};

struct Range {
  float least = 0, most = 0;
  bool finite = true;
};

// The range of a row, extended to include zero.
HWY_INLINE Range range_of(const float* a, int64_t count) {
  Floats d;
  auto least = hn::Zero(d), most = least, nothing = least;  // 0 · a, which is 0 only of what is finite
  int64_t i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    auto x = hn::LoadU(d, a + i);
    least = hn::Min(least, x);
    most = hn::Max(most, x);
    nothing = hn::MulAdd(x, hn::Zero(d), nothing);
  }
  Range range{hn::GetLane(hn::MinOfLanes(d, least)), hn::GetLane(hn::MaxOfLanes(d, most))};
  float none = hn::GetLane(hn::SumOfLanes(d, nothing));
  for (; i < count; ++i) {
    range.least = std::min(range.least, a[i]);
    range.most = std::max(range.most, a[i]);
    none += 0 * a[i];
  }
  range.finite = none == 0;
  return range;
}

Quantised quantise(const float* a, int64_t count, uint8_t* to) {
  Range range = range_of(a, count);
  std::fill(to + count, to + groups_of(count) * kInt8Group, uint8_t{0});
  float width = range.most - range.least;
  if (!range.finite || !(width > 1e-30F)) {
    std::fill_n(to, count, uint8_t{0});
    return {range.finite ? 0 : std::numeric_limits<float>::quiet_NaN(), 0};
  }
  float inverse = static_cast<float>(kLevels) / width;
  auto zero = static_cast<int32_t>(std::nearbyint(-range.least * inverse));
  Floats d;
  Ints whole;
  auto bound = [&](auto tag, auto x) { return hn::Min(hn::Max(x, hn::Zero(tag)), hn::Set(tag, kLevels)); };
  int64_t i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    auto rounded = hn::NearestInt(hn::Mul(hn::LoadU(d, a + i), hn::Set(d, inverse)));
    hn::Rebind<uint8_t, Ints> bytes;
    hn::StoreU(hn::DemoteTo(bytes, bound(whole, hn::Add(rounded, hn::Set(whole, zero)))), bytes, to + i);
  }
  for (; i < count; ++i)
    to[i] = static_cast<uint8_t>(
        std::clamp(static_cast<int32_t>(std::nearbyint(a[i] * inverse)) + zero, 0, kLevels));
  return {1 / inverse, zero};
}

// Quantised rows.
struct Rows {
  const uint8_t* a;
  const Quantised* made;
  int64_t stride;
};

// The factors for the exact sums of a vector of columns, and the destination.
struct ColumnsEnd {
  VecOf<Floats> scale;
  VecOf<Ints> weights;

  HWY_INLINE ColumnsEnd(const Int8Panels& b, int64_t column)
      : scale(hn::Load(Floats(), b.scales + column)), weights(hn::Load(Ints(), b.sums + column)) {}
  HWY_INLINE void put(VecOf<Ints> sums, const Quantised& row, const ProductOutput& into) const {
    Floats d;
    auto exact = hn::Sub(sums, hn::Mul(weights, hn::Set(Ints(), row.zero)));
    auto sum = hn::Mul(hn::Mul(hn::ConvertTo(d, exact), scale), hn::Set(d, row.scale));
    if (into.add) sum = hn::Add(hn::LoadU(d, into.c), sum);
    if (into.bias != nullptr) sum = hn::Add(hn::LoadU(d, into.bias), sum);
    hn::StoreU(sum, d, into.c);
  }
};

template <int kRows, int kWide>
HWY_INLINE void tile(const Rows& rows, const Int8Panels& b, int64_t column, const ProductOutput& into) {
  Ints whole;
  VecOf<Ints> sums[kRows][kWide];
  int64_t groups = groups_of(b.rows), panel = groups_of(b.panel_rows) * kPanelColumns;
  const int8_t* HWY_RESTRICT from[kWide];
  for (int64_t v = 0; v < kWide; ++v) {
    int64_t at = column + v * kLanes;
    from[v] = b.data + (at / kPanelColumns * panel + at % kPanelColumns) * kInt8Group;
    for (int64_t r = 0; r < kRows; ++r) sums[r][v] = hn::Zero(whole);
  }
  for (int64_t g = 0; g < groups; ++g) {
    Weights weights[kWide];
    for (int64_t v = 0; v < kWide; ++v) weights[v] = load(from[v] + g * kInt8Group * kPanelColumns);
    for (int64_t r = 0; r < kRows; ++r) {
      Group own = group(rows.a + r * rows.stride + g * kInt8Group);
      for (int64_t v = 0; v < kWide; ++v) sums[r][v] = add(sums[r][v], own, weights[v]);
    }
  }
  for (int64_t v = 0; v < kWide; ++v) {
    ColumnsEnd end(b, column + v * kLanes);
    for (int64_t r = 0; r < kRows; ++r) end.put(sums[r][v], rows.made[r], into.at(r, v * kLanes));
  }
}

// Computes the last columns, which are fewer than those of a tile.
template <int kRows>
void edge_tile(const Rows& rows, const Int8Panels& b, int64_t column, const ProductOutput& into) {
  HWY_ALIGN float edge[kRows * kTileColumns];
  tile<kRows, kVectors>(rows, b, column, {edge, kTileColumns});
  into.put(edge, kTileColumns, kRows, b.columns - column);
}

// Computes as many columns from `column` on as one call can, and returns their number.
template <int kRows>
int64_t columns_of(const Rows& rows, const Int8Panels& b, int64_t column, const ProductOutput& into) {
  constexpr int kWide = kRows == 1 ? 4 : kVectors;
  if (kWide > kVectors && column + kWide * kLanes <= b.columns) {
    tile<kRows, kWide>(rows, b, column, into);
    return kWide * kLanes;
  }
  if (column + kTileColumns <= b.columns) {
    tile<kRows, kVectors>(rows, b, column, into);
    return kTileColumns;
  }
  edge_tile<kRows>(rows, b, column, into);
  return b.columns - column;
}

using ColumnsOf = int64_t (*)(const Rows&, const Int8Panels&, int64_t, const ProductOutput&);
constexpr ColumnsOf kTiles[] = {nullptr,        columns_of<1>,  columns_of<2>, columns_of<3>, columns_of<4>,
#if HWY_TARGET <= HWY_AVX3
                                columns_of<5>,  columns_of<6>,  columns_of<7>, columns_of<8>, columns_of<9>,
                                columns_of<10>, columns_of<11>, columns_of<12>
#endif
};

#if HWY_TARGET <= HWY_AVX3_DL
static_assert(kAmxBlock == kTileColumns && kBlock % kAmxBlock == 0);

// Computes columns for up to kAmxBlock rows.
void tiled_columns(const Tiles& tiles, const Rows& rows, int64_t count, const Int8Panels& b, int64_t column,
                   const ProductOutput& into) {
  HWY_ALIGN int32_t sums[kAmxBlock * kAmxBlock];
  int64_t panel = groups_of(b.panel_rows) * kPanelColumns * kInt8Group;
  const int8_t* left = b.data + column / kPanelColumns * panel;
  multiply(tiles, {rows.a, rows.stride, count}, left, left + panel, groups_of(b.rows), sums);
  for (int64_t v = 0; v < kVectors; ++v) {
    ColumnsEnd end(b, column + v * kLanes);
    for (int64_t r = 0; r < count; ++r)
      end.put(hn::Load(Ints(), sums + r * kAmxBlock + v * kLanes), rows.made[r], into.at(r, v * kLanes));
  }
}

// Computes all columns for a block of rows.
void multiply_tiled(const Rows& rows, int64_t count, const Int8Panels& b, const ProductOutput& into) {
  HWY_ALIGN float edge[kAmxBlock * kTileColumns];
  Tiles tiles;
  for (int64_t column = 0; column < b.columns; column += kTileColumns) {
    int64_t width = std::min(kTileColumns, b.columns - column);
    for (int64_t first = 0; first < count; first += kAmxBlock) {
      int64_t own = std::min(kAmxBlock, count - first);
      Rows part{rows.a + first * rows.stride, rows.made + first, rows.stride};
      ProductOutput to = into.at(first, column);
      tiled_columns(tiles, part, own, b, column,
                    width == kTileColumns ? to : ProductOutput{edge, kTileColumns});
      if (width < kTileColumns) to.put(edge, kTileColumns, own, width);
    }
  }
}

// Whether there are enough rows for tiles to be faster.
bool is_tiled(int64_t rows, const Int8Panels& b) {
  constexpr int64_t kLeastRows = 6;
  return rows >= kLeastRows && groups_of(b.rows) % kAmxGroups == 0 && has_tiles(TileNumber::int8);
}
#endif

int32_t levels() {
  return kLevels;
}

void multiply_int8(const float* a, int64_t rows, const Int8Panels& b, const ProductOutput& into) {
  thread_local AlignedFloats memory;
  thread_local int64_t capacity = 0;
  // One cache line more than needed: rows whose distance is a power of two would compete for the same cache
  // lines.
  int64_t stride = groups_of(b.rows) * kInt8Group + 64, floats = (kBlock * stride + 3) / 4;
  if (floats > capacity) memory = make_aligned_floats(capacity = floats);
  auto* numbers = reinterpret_cast<uint8_t*>(memory.get());
  Quantised made[kBlock];
  int64_t blocks = (rows + kBlock - 1) / kBlock;
  for (int64_t block = 0; block < blocks; ++block) {
    int64_t first = rows * block / blocks, count = rows * (block + 1) / blocks - first;
    int64_t tiles = (count + kTileRows - 1) / kTileRows;
    for (int64_t r = 0; r < count; ++r)
      made[r] = quantise(a + (first + r) * b.rows, b.rows, numbers + r * stride);
#if HWY_TARGET <= HWY_AVX3_DL
    if (is_tiled(count, b)) {
      multiply_tiled({numbers, made, stride}, count, b, into.at(first, 0));
      continue;
    }
#endif
    for (int64_t column = 0, done = 0; column < b.columns; column += done) {
      for (int64_t t = 0; t < tiles; ++t) {
        int64_t begin = count * t / tiles, end = count * (t + 1) / tiles;
        done = kTiles[end - begin]({numbers + begin * stride, made + begin, stride}, b, column,
                                   into.at(first + begin, column));
      }
    }
  }
}

}  // namespace heed::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace heed::kernels {

HWY_EXPORT(levels);
HWY_EXPORT(multiply_int8);

int64_t int8_bytes(int64_t rows, int64_t columns) {
  return (rows + kInt8Group - 1) / kInt8Group * kInt8Group * padded_columns(columns);
}

void pack_int8(const MatrixView& b, int8_t* to, float* scales, int32_t* sums) {
  std::fill_n(to, int8_bytes(b.rows, b.columns), static_cast<int8_t>(0));
  int64_t padded = padded_columns(b.columns), group = kPanelColumns * kInt8Group;
  std::fill_n(scales, padded, 0.0F);
  std::fill_n(sums, padded, 0);
  int64_t groups = (b.rows + kInt8Group - 1) / kInt8Group;
  for (int64_t j = 0; j < b.columns; ++j) {
    const float* column = b.data + j * b.column;
    float top = 0;
    for (int64_t k = 0; k < b.rows; ++k) top = std::max(top, std::abs(column[k * b.row]));
    if (!(top > 1e-30F)) continue;
    float inverse = 127 / top;
    scales[j] = top / 127;
    int8_t* panel = to + j / kPanelColumns * groups * group + j % kPanelColumns * kInt8Group;
    for (int64_t k = 0; k < b.rows; ++k) {
      auto whole = static_cast<int32_t>(std::nearbyint(column[k * b.row] * inverse));
      panel[k / kInt8Group * group + k % kInt8Group] = static_cast<int8_t>(whole);
      sums[j] += whole;
    }
  }
}

void sum_int8(const Int8Panels& b, int32_t* sums) {
  int64_t panel = (b.panel_rows + kInt8Group - 1) / kInt8Group * kInt8Group * kPanelColumns;
  for (int64_t first = 0; first < padded_columns(b.columns); first += kPanelColumns) {
    const int8_t* from = b.data + first / kPanelColumns * panel;
    int32_t own[kPanelColumns * kInt8Group] = {};
    int64_t whole = b.rows / kInt8Group;
    for (int64_t g = 0; g < whole; ++g, from += kPanelColumns * kInt8Group)
      for (int64_t i = 0; i < kPanelColumns * kInt8Group; ++i) own[i] += from[i];
    for (int64_t j = 0; j < kPanelColumns; ++j) {
      int32_t& sum = sums[first + j] = 0;
      for (int64_t k = 0; k < kInt8Group; ++k) sum += own[j * kInt8Group + k];
      for (int64_t k = 0; k < b.rows % kInt8Group; ++k) sum += from[j * kInt8Group + k];
    }
  }
}

int32_t int8_levels() {
  settle_simd();
  return HWY_DYNAMIC_DISPATCH(levels)();
}

void multiply(const float* a, int64_t rows, const Int8Panels& b, const ProductOutput& into) {
  settle_simd();
  HWY_DYNAMIC_DISPATCH(multiply_int8)(a, rows, b, into);
}

}  // namespace heed::kernels
#endif
