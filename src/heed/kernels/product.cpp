#include "heed/kernels/product.h"

#include <algorithm>

#include "heed/kernels/simd.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "heed/kernels/product.cpp"
#include <hwy/foreach_target.h>

#include "heed/kernels/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace heed::kernels::HWY_NAMESPACE {

// A tile of the result, kTileRows by two vectors, stays in registers: 12 of 16, or 24 of 32. A tile of few
// rows is wider, so that no sum waits for the previous one.
constexpr int64_t kVectors = 2, kTileColumns = kVectors * kLanes;
constexpr int64_t kTileRows = HWY_TARGET <= HWY_AVX3 ? 12 : 6;
// A panel of kDepth rows fits the first-level cache together with a tile's rows; kBlock rows of `a` fit the
// second-level cache.
constexpr int64_t kDepth = 256, kBlock = 192;

// Transposes columns of a panel whose elements are contiguous, four by four; returns how many columns it did.
HWY_INLINE int64_t transpose_fours(const float* HWY_RESTRICT from, int64_t column, int64_t depth,
                                   int64_t width, float* HWY_RESTRICT to, int64_t stride) {
#if HWY_TARGET == HWY_SCALAR
  static_cast<void>(from), static_cast<void>(column), static_cast<void>(depth), static_cast<void>(to);
  static_cast<void>(stride);
  return std::min<int64_t>(width, 0);
#else
  hn::FixedTag<float, 4> d;
  int64_t j = 0;
  for (; j + 4 <= width; j += 4) {
    int64_t k = 0;
    for (; k + 4 <= depth; k += 4) {
      const float* at = from + j * column + k;
      auto a = hn::LoadU(d, at), b = hn::LoadU(d, at + column);
      auto c = hn::LoadU(d, at + 2 * column), e = hn::LoadU(d, at + 3 * column);
      auto ab_low = hn::InterleaveLower(d, a, b), ab_high = hn::InterleaveUpper(d, a, b);
      auto ce_low = hn::InterleaveLower(d, c, e), ce_high = hn::InterleaveUpper(d, c, e);
      float* out = to + k * stride + j;
      hn::StoreU(hn::ConcatLowerLower(d, ce_low, ab_low), d, out);
      hn::StoreU(hn::ConcatUpperUpper(d, ce_low, ab_low), d, out + stride);
      hn::StoreU(hn::ConcatLowerLower(d, ce_high, ab_high), d, out + 2 * stride);
      hn::StoreU(hn::ConcatUpperUpper(d, ce_high, ab_high), d, out + 3 * stride);
    }
    for (; k < depth; ++k)
      for (int64_t i = j; i < j + 4; ++i) to[k * stride + i] = from[i * column + k];
  }
  return j;
#endif
}

void pack_panel(const float* from, int64_t row, int64_t column, int64_t depth, int64_t width, float* to) {
  if (column == 1 && width == kPanelColumns) {
    Floats d;
    for (int64_t k = 0; k < depth; ++k)
      for (int64_t v = 0; v < kPanelColumns; v += kLanes)
        hn::StoreU(hn::LoadU(d, from + k * row + v), d, to + k * kPanelColumns + v);
    return;
  }
  int64_t j = row == 1 ? transpose_fours(from, column, depth, width, to, kPanelColumns) : 0;
  for (; j < width; ++j)
    for (int64_t k = 0; k < depth; ++k) to[k * kPanelColumns + j] = from[k * row + j * column];
  for (; j < kPanelColumns; ++j)
    for (int64_t k = 0; k < depth; ++k) to[k * kPanelColumns + j] = 0;
}

void pack_panels(const MatrixView& b, float* to, int64_t part, int64_t parts) {
  int64_t panels = padded_columns(b.columns) / kPanelColumns, end = panels * (part + 1) / parts;
  for (int64_t p = panels * part / parts; p < end; ++p) {
    int64_t width = std::clamp<int64_t>(b.columns - p * kPanelColumns, 0, kPanelColumns);
    pack_panel(b.data + p * kPanelColumns * b.column * (width > 0 ? 1 : 0), b.row, b.column, b.rows, width,
               to + p * b.rows * kPanelColumns);
  }
}

template <class Tag>
HWY_INLINE VecOf<Tag> load(Tag d, const float* from) {
  return hn::LoadU(d, from);
}

template <class Tag>
HWY_INLINE VecOf<Tag> load(Tag d, const uint16_t* from) {
  hn::Rebind<uint16_t, Tag> half;
  hn::Rebind<uint32_t, Tag> whole;
  return hn::BitCast(d, hn::ShiftLeft<16>(hn::PromoteTo(whole, hn::LoadU(half, from))));
}

// The address of row 0 of a column.
template <class Number>
HWY_INLINE const Number* vector_at(const Panels<Number>& b, int64_t column) {
  return b.data + column / kPanelColumns * b.panel_rows * kPanelColumns + column % kPanelColumns;
}

// The input of a tile: `depth` rows of B from row k on, and the columns from `column` on. Meanwhile it
// prefetches the sums it adds to and its share of the next tile's columns.
template <class Number>
struct Stretch {
  const Panels<Number>& b;
  int64_t k, depth, column;
  int64_t ahead = 0, ahead_step = 0;  // from the tile's own columns, in numbers; none where the step is 0
};

template <int kRows, int kWide, class Number>
HWY_INLINE void tile(const float* HWY_RESTRICT a, const Stretch<Number>& part, const ProductOutput& into) {
  Floats d;
  VecOf<Floats> sums[kRows][kWide];
  for (auto& row : sums)
    for (auto& sum : row) sum = hn::Zero(d);
  for (int64_t r = 0; r < kRows; ++r) __builtin_prefetch(into.c + r * into.stride, 1, 3);
  const Number* HWY_RESTRICT from[kWide];
  for (int64_t v = 0; v < kWide; ++v)
    from[v] = vector_at(part.b, part.column + v * kLanes) + part.k * kPanelColumns;
  const Number* next = from[0] + part.ahead;
  for (int64_t k = 0; k < part.depth; ++k, a += kRows, next += part.ahead_step) {
    __builtin_prefetch(next, 0, 2);
    VecOf<Floats> b[kWide];
    for (int64_t v = 0; v < kWide; ++v) b[v] = load(d, from[v] + k * kPanelColumns);
    for (int64_t r = 0; r < kRows; ++r) {
      auto x = hn::Set(d, a[r]);
      for (int64_t v = 0; v < kWide; ++v) sums[r][v] = hn::MulAdd(x, b[v], sums[r][v]);
    }
  }
  for (int64_t r = 0; r < kRows; ++r) {
    for (int64_t v = 0; v < kWide; ++v) {
      float* at = into.c + r * into.stride + v * kLanes;
      if (into.add) sums[r][v] = hn::Add(hn::LoadU(d, at), sums[r][v]);
      if (into.bias != nullptr) sums[r][v] = hn::Add(hn::LoadU(d, into.bias + v * kLanes), sums[r][v]);
      hn::StoreU(sums[r][v], d, at);
    }
  }
}

// The rows of a in the order in which a tile reads them, column after column.
template <int kRows>
void lay_out(const float* HWY_RESTRICT from, int64_t row, int64_t column, int64_t depth,
             float* HWY_RESTRICT to) {
  int64_t done = column == 1 ? transpose_fours(from, row, depth, kRows, to, kRows) : 0;
  for (int64_t i = 0; i < depth; ++i)
    for (int64_t r = done; r < kRows; ++r) to[i * kRows + r] = from[r * row + i * column];
}

// Computes all columns of kRows rows, kWide vectors at a time as far as possible, then one tile at a time.
template <int kRows, int kWide, class Number>
void multiply_rows(const float* a, const Stretch<Number>& all, const ProductOutput& into) {
  HWY_ALIGN float edge[kRows * kTileColumns];
  int64_t columns = all.b.columns, j = 0;
  for (; kWide > kVectors && j + kWide * kLanes <= columns; j += kWide * kLanes)
    tile<kRows, kWide>(a, Stretch<Number>{all.b, all.k, all.depth, j}, into.at(0, j));
  for (; j + kTileColumns <= columns; j += kTileColumns)
    tile<kRows, kVectors>(a, Stretch<Number>{all.b, all.k, all.depth, j}, into.at(0, j));
  if (j == columns) return;
  tile<kRows, kVectors>(a, Stretch<Number>{all.b, all.k, all.depth, j}, {edge, kTileColumns});
  into.at(0, j).put(edge, kTileColumns, kRows, columns - j);
}

template <class Number>
struct TileOf {
  void (*lay_out)(const float*, int64_t, int64_t, int64_t, float*);
  void (*one)(const float*, const Stretch<Number>&, const ProductOutput&);  // tile
  void (*all)(const float*, const Stretch<Number>&, const ProductOutput&);  // tiles of all columns
};
template <int kRows, class Number>
constexpr TileOf<Number> tile_of() {
  constexpr int kWide = kRows == 1 ? 8 : kRows <= 3 ? 4 : kVectors;
  return {lay_out<kRows>, tile<kRows, kVectors, Number>, multiply_rows<kRows, kWide, Number>};
}
template <class Number>
constexpr TileOf<Number> kTiles[] = {
    {nullptr, nullptr, nullptr}, tile_of<1, Number>(), tile_of<2, Number>(), tile_of<3, Number>(),
    tile_of<4, Number>(),        tile_of<5, Number>(), tile_of<6, Number>(),
#if HWY_TARGET <= HWY_AVX3
    tile_of<7, Number>(),        tile_of<8, Number>(), tile_of<9, Number>(), tile_of<10, Number>(),
    tile_of<11, Number>(),       tile_of<12, Number>()
#endif
};

// Divides rows evenly into tiles, because a last tile of one row would wait for its own sums.
struct TileRows {
  explicit TileRows(int64_t rows) : tiles((rows + kTileRows - 1) / kTileRows) {
    for (int64_t tile = 0; tile <= tiles; ++tile) begins[tile] = rows * tile / tiles;
  }
  int64_t begin(int64_t tile) const { return begins[tile]; }
  int64_t count(int64_t tile) const { return begins[tile + 1] - begins[tile]; }

  int64_t tiles;
  int64_t begins[kBlock / kTileRows + 2];
};

void lay_out_rows(const MatrixView& a, int64_t first, int64_t k, int64_t depth, const TileRows& rows,
                  float* to) {
  for (int64_t t = 0; t < rows.tiles; ++t)
    kTiles<float>[rows.count(t)].lay_out(a.data + (first + rows.begin(t)) * a.row + k * a.column, a.row,
                                         a.column, depth, to + rows.begin(t) * depth);
}

// Converts the columns of a tile, from row k on, to floats, as panels with `depth` rows.
Panels<float> widen(const Panels<uint16_t>& b, int64_t k, int64_t depth, int64_t column, float* to) {
  Floats d;
  constexpr int64_t kPanels = (kTileColumns + kPanelColumns - 1) / kPanelColumns;
  int64_t first = column / kPanelColumns * kPanelColumns;
  for (int64_t p = 0; p < kPanels; ++p) {
    const uint16_t* from = vector_at(b, first + p * kPanelColumns) + k * kPanelColumns;
    for (int64_t i = 0; i < depth * kPanelColumns; i += kLanes)
      hn::Store(load(d, from + i), d, to + p * depth * kPanelColumns + i);
  }
  return {to, depth, kPanels * kPanelColumns};
}

// Computes tiles for many rows, columns by columns, so that each panel is read once for all rows.
struct ManyRows {
  const float* a;  // laid out
  const TileRows& rows;
  int64_t k, depth;

  template <class Number>
  void columns(const Stretch<Number>& part, int64_t column, int64_t width, const ProductOutput& into) const {
    HWY_ALIGN float edge[kTileRows * kTileColumns];
    const float* x = a;
    Stretch<Number> own = part;
    for (int64_t t = 0; t < rows.tiles; ++t) {
      int64_t count = rows.count(t);
      own.ahead = part.ahead + t * depth * part.ahead_step;
      ProductOutput to = into.at(rows.begin(t), column);
      if (width == kTileColumns) {
        kTiles<Number>[count].one(x, own, to);
      } else {
        kTiles<Number>[count].one(x, own, {edge, kTileColumns});
        to.put(edge, kTileColumns, count, width);
      }
      x += count * depth;
    }
  }

  void multiply(const Panels<float>& b, const ProductOutput& into) const {
    int64_t step = (kTileColumns + rows.tiles - 1) / rows.tiles;
    for (int64_t j = 0; j < b.columns; j += kTileColumns)
      columns(Stretch<float>{b, k, depth, j, b.panel_rows * kPanelColumns, step}, j,
              std::min(kTileColumns, b.columns - j), into);
  }

  void multiply(const Panels<uint16_t>& b, const ProductOutput& into) const {
    HWY_ALIGN float wide[kDepth * (kTileColumns < kPanelColumns ? kPanelColumns : kTileColumns)];
    for (int64_t j = 0; j < b.columns; j += kTileColumns) {
      Panels<float> panels = widen(b, k, depth, j, wide);
      columns(Stretch<float>{panels, 0, depth, j % kPanelColumns}, j, std::min(kTileColumns, b.columns - j),
              into);
    }
  }
};

template <class Number>
void multiply_panels(const MatrixView& a, const Panels<Number>& b, const ProductOutput& into) {
  thread_local AlignedFloats laid_out = make_aligned_floats(kBlock * kDepth);
  for (int64_t k = 0; k < b.rows; k += kDepth) {
    int64_t depth = std::min(kDepth, b.rows - k);
    for (int64_t first = 0; first < a.rows; first += kBlock) {
      TileRows rows(std::min(kBlock, a.rows - first));
      lay_out_rows(a, first, k, depth, rows, laid_out.get());
      ProductOutput to = into.at(first, 0);
      if (k > 0) to = {to.c, to.stride, true, nullptr};
      if (rows.tiles == 1)
        kTiles<Number>[rows.count(0)].all(laid_out.get(), {b, k, depth, 0}, to);
      else
        ManyRows{laid_out.get(), rows, k, depth}.multiply(b, to);
    }
  }
}

void multiply_floats(const MatrixView& a, const Panels<float>& b, const ProductOutput& into) {
  multiply_panels(a, b, into);
}

void multiply_halves(const MatrixView& a, const Panels<uint16_t>& b, const ProductOutput& into) {
  multiply_panels(a, b, into);
}

}  // namespace heed::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace heed::kernels {

HWY_EXPORT(pack_panels);
HWY_EXPORT(multiply_floats);
HWY_EXPORT(multiply_halves);

void pack(const MatrixView& b, float* to, int64_t part, int64_t parts) {
  settle_simd();
  HWY_DYNAMIC_DISPATCH(pack_panels)(b, to, part, parts);
}

void PackedMatrix::pack(const MatrixView& b) {
  int64_t size = b.rows * padded_columns(b.columns);
  if (size > capacity_) data_ = make_aligned_floats(capacity_ = size);
  rows_ = b.rows;
  columns_ = b.columns;
  pack_part(b, 0, 1);
}

void PackedMatrix::pack_part(const MatrixView& b, int64_t part, int64_t parts) {
  kernels::pack(b, data_.get(), part, parts);
}

void multiply(const MatrixView& a, const Panels<float>& b, const ProductOutput& into) {
  settle_simd();
  HWY_DYNAMIC_DISPATCH(multiply_floats)(a, b, into);
}

void multiply(const MatrixView& a, const Panels<uint16_t>& b, const ProductOutput& into) {
  settle_simd();
  HWY_DYNAMIC_DISPATCH(multiply_halves)(a, b, into);
}

}  // namespace heed::kernels
#endif
