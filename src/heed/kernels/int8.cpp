#define HWY_WANT_AVX3_DL  // processors that multiply bytes
#include "heed/kernels/int8.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "heed/kernels/simd.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "heed/kernels/int8.cpp"
#include <hwy/foreach_target.h>

#include "heed/kernels/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace heed::kernels::HWY_NAMESPACE {

using Ints = hn::ScalableTag<int32_t>;
using Words = hn::ScalableTag<int16_t>;
using Bytes = hn::ScalableTag<int8_t>;

HWY_INLINE VecOf<Ints> spread(const void* four_bytes) {
  int32_t whole;
  std::memcpy(&whole, four_bytes, sizeof whole);
  return hn::Set(Ints(), whole);
}

// How one instruction set multiplies: `Number` is that of a', `kOffset` is added to it, and add() is
// sums += Σ over a group of a' b', for as many columns as there are lanes.
#if HWY_TARGET <= HWY_AVX3_DL
struct Multiplier {
  using Number = uint8_t;
  static constexpr int32_t kOffset = 128, kMost = 127;
  using Weights = VecOf<Ints>;
  static HWY_INLINE Weights load(const int8_t* b) {
    return hn::Load(Ints(), reinterpret_cast<const int32_t*>(b));
  }
  using Group = VecOf<Ints>;
  static HWY_INLINE Group group(const Number* a) { return spread(a); }
  static HWY_INLINE VecOf<Ints> add(VecOf<Ints> sums, const Group& a, const Weights& b) {
    asm("vpdpbusd %2, %1, %0" : "+v"(sums.raw) : "v"(a.raw), "v"(b.raw));
    return sums;
  }
};
#elif HWY_TARGET == HWY_STATIC_TARGET
// As above, in plain steps: the reference.
struct Multiplier {
  using Number = uint8_t;
  static constexpr int32_t kOffset = 128, kMost = 127;
  using Weights = const int8_t*;
  static HWY_INLINE Weights load(const int8_t* b) { return b; }
  using Group = const Number*;
  static HWY_INLINE Group group(const Number* a) { return a; }
  static HWY_INLINE VecOf<Ints> add(VecOf<Ints> sums, const Group& a, const Weights& b) {
    HWY_ALIGN int32_t lanes[kLanes];
    hn::Store(sums, Ints(), lanes);
    for (int64_t i = 0; i < kLanes; ++i)
      for (int64_t k = 0; k < kInt8Group; ++k) lanes[i] += a[k] * b[i * kInt8Group + k];
    return hn::Load(Ints(), lanes);
  }
};
#else
// The even bytes of a group are rows 0 and 1, the odd ones rows 2 and 3.
struct Multiplier {
  using Number = int16_t;
  static constexpr int32_t kOffset = 0, kMost = 32767;
  struct Weights {
    VecOf<Words> even, odd;
  };
  static HWY_INLINE Weights load(const int8_t* b) {
    auto both = hn::BitCast(Words(), hn::Load(Bytes(), b));
    return {hn::ShiftRight<8>(hn::ShiftLeft<8>(both)), hn::ShiftRight<8>(both)};
  }
  using Group = Weights;
  static HWY_INLINE Group group(const Number* a) {
    return {hn::BitCast(Words(), spread(a)), hn::BitCast(Words(), spread(a + 2))};
  }
  static HWY_INLINE VecOf<Ints> add(VecOf<Ints> sums, const Group& a, const Weights& b) {
    auto unused = hn::Zero(Ints());
    sums = hn::ReorderWidenMulAccumulate(Ints(), a.even, b.even, sums, unused);
    sums = hn::ReorderWidenMulAccumulate(Ints(), a.odd, b.odd, sums, unused);
    asm("" : "+x"(sums.raw));  // or the compiler moves them from register to register
    return sums;
  }
};
#endif

using Number = Multiplier::Number;
constexpr bool kBytes = sizeof(Number) == 1;
constexpr int64_t kVectors = 2, kTileColumns = kVectors * kLanes;
constexpr int64_t kTileRows = HWY_TARGET <= HWY_AVX3 ? 12 : 4;
// Rows of a' that lie in the second cache while all columns pass.
constexpr int64_t kBlock = 96;

int64_t groups_of(int64_t rows) {
  return (rows + kInt8Group - 1) / kInt8Group;
}

// a' of one row and its scale. The groups' order is B's where bytes are multiplied, and their own otherwise.
float quantise(const float* a, int64_t count, int32_t most, Number* to) {
  Floats d;
  auto top = hn::Zero(d), nothing = hn::Zero(d);  // 0 · a, which is 0 unless a is infinite or not a number
  int64_t i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    auto x = hn::LoadU(d, a + i);
    top = hn::Max(top, hn::Abs(x));
    nothing = hn::MulAdd(x, hn::Zero(d), nothing);
  }
  float largest = hn::GetLane(hn::MaxOfLanes(d, top)), none = hn::GetLane(hn::SumOfLanes(d, nothing));
  for (; i < count; ++i) {
    largest = std::max(largest, std::abs(a[i]));
    none += 0 * a[i];
  }
  if (none != 0) return none;
  float inverse = largest > 1e-30F ? static_cast<float>(most) / largest : 0;
  HWY_ALIGN int32_t whole[kLanes];
  constexpr int64_t kOrder[] = {0, 2, 1, 3};
  auto place = [&](int64_t at) { return kBytes ? at / 4 * 4 + kOrder[at % 4] : at; };
  i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    auto rounded = hn::NearestInt(hn::Mul(hn::LoadU(d, a + i), hn::Set(d, inverse)));
#if HWY_TARGET != HWY_SCALAR
    if constexpr (!kBytes) {
      hn::Rebind<int16_t, Ints> narrow;
      hn::StoreU(hn::DemoteTo(narrow, rounded), narrow, reinterpret_cast<int16_t*>(to + i));
      continue;
    }
#endif
    hn::Store(rounded, Ints(), whole);
    for (int64_t j = 0; j < kLanes; ++j)
      to[place(i + j)] = static_cast<Number>(whole[j] + Multiplier::kOffset);
  }
  for (; i < count; ++i)
    to[place(i)] =
        static_cast<Number>(static_cast<int32_t>(std::nearbyint(a[i] * inverse)) + Multiplier::kOffset);
  for (; i < groups_of(count) * kInt8Group; ++i) to[place(i)] = 0;
  return inverse > 0 ? 1 / inverse : 0;
}

// Rows as they are multiplied.
struct Rows {
  const Number* a;
  const float* scales;
  int64_t stride;
};

template <int kRows, int kWide>
HWY_INLINE void tile(const Rows& rows, const Int8Panels& b, int64_t column, const Into& into) {
  Floats d;
  Ints whole;
  VecOf<Ints> sums[kRows][kWide];
  int64_t groups = groups_of(b.rows);
  const int8_t* HWY_RESTRICT from[kWide];
  for (int64_t v = 0; v < kWide; ++v) {
    int64_t at = column + v * kLanes;
    from[v] = b.data + (at / kPanelColumns * groups * kPanelColumns + at % kPanelColumns) * kInt8Group;
    auto start = kBytes ? hn::Mul(hn::Set(whole, -Multiplier::kOffset), hn::Load(whole, b.sums + at))
                        : hn::Zero(whole);
    for (int64_t r = 0; r < kRows; ++r) sums[r][v] = start;
  }
  for (int64_t g = 0; g < groups; ++g) {
    Multiplier::Weights weights[kWide];
    for (int64_t v = 0; v < kWide; ++v)
      weights[v] = Multiplier::load(from[v] + g * kInt8Group * kPanelColumns);
    for (int64_t r = 0; r < kRows; ++r) {
      Multiplier::Group group = Multiplier::group(rows.a + r * rows.stride + g * kInt8Group);
      for (int64_t v = 0; v < kWide; ++v) sums[r][v] = Multiplier::add(sums[r][v], group, weights[v]);
    }
  }
  for (int64_t v = 0; v < kWide; ++v) {
    auto scale = hn::Load(d, b.scales + column + v * kLanes);
    for (int64_t r = 0; r < kRows; ++r) {
      auto sum = hn::Mul(hn::Mul(hn::ConvertTo(d, sums[r][v]), scale), hn::Set(d, rows.scales[r]));
      float* at = into.c + r * into.stride + v * kLanes;
      if (into.add) sum = hn::Add(hn::LoadU(d, at), sum);
      if (into.bias != nullptr) sum = hn::Add(hn::LoadU(d, into.bias + v * kLanes), sum);
      hn::StoreU(sum, d, at);
    }
  }
}

Into moved(const Into& into, int64_t row, int64_t column) {
  return {into.c + row * into.stride + column, into.stride, into.add,
          into.bias == nullptr ? nullptr : into.bias + column};
}

// The last columns, fewer than a tile's.
template <int kRows>
void edge_tile(const Rows& rows, const Int8Panels& b, int64_t column, const Into& into) {
  HWY_ALIGN float edge[kRows * kTileColumns];
  tile<kRows, kVectors>(rows, b, column, {edge, kTileColumns});
  for (int64_t r = 0; r < kRows; ++r) {
    for (int64_t j = 0; j < b.columns - column; ++j) {
      float& to = into.c[r * into.stride + j];
      to = (into.add ? to : 0) + (into.bias != nullptr ? into.bias[j] : 0) + edge[r * kTileColumns + j];
    }
  }
}

// As many of the columns from `column` on as one call takes; returns how many.
template <int kRows>
int64_t columns_of(const Rows& rows, const Int8Panels& b, int64_t column, const Into& into) {
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

using ColumnsOf = int64_t (*)(const Rows&, const Int8Panels&, int64_t, const Into&);
constexpr ColumnsOf kTiles[] = {nullptr,        columns_of<1>,  columns_of<2>, columns_of<3>, columns_of<4>,
#if HWY_TARGET <= HWY_AVX3
                                columns_of<5>,  columns_of<6>,  columns_of<7>, columns_of<8>, columns_of<9>,
                                columns_of<10>, columns_of<11>, columns_of<12>
#endif
};

// The most that a' may be, so that no sum leaves its 32 bits.
int32_t most_of(int64_t rows) {
  constexpr int64_t kSum = 2'147'483'647, kWeight = 127;
  return static_cast<int32_t>(
      std::min<int64_t>(Multiplier::kMost, kSum / (kWeight * std::max<int64_t>(rows, 1))));
}

void multiply_int8(const float* a, int64_t rows, const Int8Panels& b, const Into& into) {
  thread_local AlignedFloats memory;
  thread_local int64_t capacity = 0;
  int64_t stride = groups_of(b.rows) * kInt8Group;
  int64_t floats = kBlock + (kBlock * stride * static_cast<int64_t>(sizeof(Number)) + 3) / 4;
  if (floats > capacity) memory = make_aligned_floats(capacity = floats);
  auto* numbers = reinterpret_cast<Number*>(memory.get() + kBlock);
  for (int64_t first = 0; first < rows; first += kBlock) {
    int64_t count = std::min(kBlock, rows - first), tiles = (count + kTileRows - 1) / kTileRows;
    for (int64_t r = 0; r < count; ++r)
      memory[static_cast<std::size_t>(r)] =
          quantise(a + (first + r) * b.rows, b.rows, most_of(b.rows), numbers + r * stride);
    for (int64_t column = 0, done = 0; column < b.columns; column += done) {
      for (int64_t t = 0; t < tiles; ++t) {
        int64_t begin = count * t / tiles, end = count * (t + 1) / tiles;
        done = kTiles[end - begin]({numbers + begin * stride, memory.get() + begin, stride}, b, column,
                                   moved(into, first + begin, column));
      }
    }
  }
}

}  // namespace heed::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace heed::kernels {

HWY_EXPORT(multiply_int8);

int64_t int8_bytes(int64_t rows, int64_t columns) {
  return (rows + kInt8Group - 1) / kInt8Group * kInt8Group * padded_columns(columns);
}

void pack_int8(const MatrixView& b, int8_t* to, float* scales, int32_t* sums) {
  constexpr int64_t kPlace[] = {0, 2, 1, 3};
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
      panel[k / kInt8Group * group + kPlace[k % kInt8Group]] = static_cast<int8_t>(whole);
      sums[j] += whole;
    }
  }
}

void multiply(const float* a, int64_t rows, const Int8Panels& b, const Into& into) {
  settle_simd();
  HWY_DYNAMIC_DISPATCH(multiply_int8)(a, rows, b, into);
}

}  // namespace heed::kernels
#endif
