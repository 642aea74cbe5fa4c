#include "heed/kernels/product.h"

#include <algorithm>

#include "heed/kernels/simd.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "heed/kernels/product.cpp"
#include <hwy/foreach_target.h>

#include "heed/kernels/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace heed::kernels::HWY_NAMESPACE {

// A tile of the result, kTileRows by two vectors, stays in registers: 12 of 16, or 24 of 32.
constexpr int64_t kVectors = 2, kPanel = kVectors * kLanes;
constexpr int64_t kTileRows = HWY_TARGET <= HWY_AVX3 ? 12 : 6;
// A panel of kDepth rows fits the first cache beside a tile's rows; kBlock rows of `a` fit the second.
constexpr int64_t kDepth = 256, kBlock = 192;

int64_t panel_width() {
  return kPanel;
}

// Columns of a panel whose elements lie one after the other, four by four; returns how many it did.
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
  if (column == 1 && width == kPanel) {
    Floats d;
    for (int64_t k = 0; k < depth; ++k)
      for (int64_t v = 0; v < kPanel; v += kLanes)
        hn::StoreU(hn::LoadU(d, from + k * row + v), d, to + k * kPanel + v);
    return;
  }
  int64_t j = row == 1 ? transpose_fours(from, column, depth, width, to, kPanel) : 0;
  for (; j < width; ++j)
    for (int64_t k = 0; k < depth; ++k) to[k * kPanel + j] = from[k * row + j * column];
  for (; j < kPanel; ++j)
    for (int64_t k = 0; k < depth; ++k) to[k * kPanel + j] = 0;
}

void pack_panels(const MatrixView& b, int64_t part, int64_t parts, float* to) {
  int64_t panels = (b.columns + kPanel - 1) / kPanel, end = panels * (part + 1) / parts;
  for (int64_t k = 0; k < b.rows; k += kDepth) {
    int64_t depth = std::min(kDepth, b.rows - k);
    for (int64_t p = panels * part / parts; p < end; ++p)
      pack_panel(b.data + k * b.row + p * kPanel * b.column, b.row, b.column, depth,
                 std::min(kPanel, b.columns - p * kPanel), to + (k * panels + p * depth) * kPanel);
  }
}

// kRows rows and kPanel columns of the result over `depth`; a is laid out column after column. Meanwhile it
// fetches what it adds to, and its share of the next panel.
template <int kRows>
void tile(const float* HWY_RESTRICT a, const float* HWY_RESTRICT panel, int64_t depth, float* HWY_RESTRICT c,
          int64_t stride, bool add, const float* next, int64_t next_step) {
  Floats d;
  VecOf<Floats> sums[kRows][kVectors];
  for (auto& row : sums)
    for (auto& sum : row) sum = hn::Zero(d);
  for (int64_t r = 0; r < kRows; ++r) __builtin_prefetch(c + r * stride, 1, 3);
  for (int64_t k = 0; k < depth; ++k, a += kRows, panel += kPanel, next += next_step) {
    __builtin_prefetch(next, 0, 2);
    VecOf<Floats> b[kVectors];
    for (int64_t v = 0; v < kVectors; ++v) b[v] = hn::Load(d, panel + v * kLanes);
    for (int64_t r = 0; r < kRows; ++r) {
      auto x = hn::Set(d, a[r]);
      for (int64_t v = 0; v < kVectors; ++v) sums[r][v] = hn::MulAdd(x, b[v], sums[r][v]);
    }
  }
  for (int64_t r = 0; r < kRows; ++r) {
    for (int64_t v = 0; v < kVectors; ++v) {
      float* at = c + r * stride + v * kLanes;
      if (add) sums[r][v] = hn::Add(hn::LoadU(d, at), sums[r][v]);
      hn::StoreU(sums[r][v], d, at);
    }
  }
}

// Rows of a as a tile reads them, column after column.
template <int kRows>
void lay_out(const float* HWY_RESTRICT from, int64_t row, int64_t column, int64_t depth,
             float* HWY_RESTRICT to) {
  int64_t done = column == 1 ? transpose_fours(from, row, depth, kRows, to, kRows) : 0;
  for (int64_t i = 0; i < depth; ++i)
    for (int64_t r = done; r < kRows; ++r) to[i * kRows + r] = from[r * row + i * column];
}

struct TileOf {
  void (*lay_out)(const float*, int64_t, int64_t, int64_t, float*);
  void (*multiply)(const float*, const float*, int64_t, float*, int64_t, bool, const float*, int64_t);
};
template <int kRows>
constexpr TileOf kTileOf{lay_out<kRows>, tile<kRows>};
constexpr TileOf kTiles[] = {
    {nullptr, nullptr}, kTileOf<1>, kTileOf<2>, kTileOf<3>,  kTileOf<4>,  kTileOf<5>, kTileOf<6>,
#if HWY_TARGET <= HWY_AVX3
    kTileOf<7>,         kTileOf<8>, kTileOf<9>, kTileOf<10>, kTileOf<11>, kTileOf<12>
#endif
};

// The first columns of a tile, where the result has no more.
void copy_edge(const float* tile, int64_t rows, int64_t width, float* to, int64_t stride, bool add) {
  for (int64_t r = 0; r < rows; ++r)
    for (int64_t j = 0; j < width; ++j)
      to[r * stride + j] = (add ? to[r * stride + j] : 0) + tile[r * kPanel + j];
}

// Rows are dealt to tiles evenly: a last tile of one row would wait for its own sums.
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
    kTiles[rows.count(t)].lay_out(a.data + (first + rows.begin(t)) * a.row + k * a.column, a.row, a.column,
                                  depth, to + rows.begin(t) * depth);
}

void multiply_packed(const MatrixView& a, const PackedMatrix& b, float* c, int64_t stride, bool add) {
  thread_local AlignedFloats laid_out = make_aligned_floats(kBlock * kDepth);
  HWY_ALIGN float edge[kTileRows * kPanel];
  int64_t panels = (b.columns() + kPanel - 1) / kPanel;
  for (int64_t k = 0; k < b.rows(); k += kDepth) {
    int64_t depth = std::min(kDepth, b.rows() - k);
    for (int64_t first = 0; first < a.rows; first += kBlock) {
      TileRows rows(std::min(kBlock, a.rows - first));
      lay_out_rows(a, first, k, depth, rows, laid_out.get());
      for (int64_t p = 0; p < panels; ++p) {
        const float* panel = b.data() + (k * panels + p * depth) * kPanel;
        int64_t width = std::min(kPanel, b.columns() - p * kPanel);
        int64_t step = (kPanel + rows.tiles - 1) / rows.tiles;
        const float* x = laid_out.get();
        for (int64_t t = 0; t < rows.tiles; ++t) {
          int64_t count = rows.count(t);
          float* to = c + (first + rows.begin(t)) * stride + p * kPanel;
          bool whole = width == kPanel, sum = add || k > 0;
          kTiles[count].multiply(x, panel, depth, whole ? to : edge, whole ? stride : kPanel, whole && sum,
                                 panel + depth * kPanel + t * depth * step, step);
          if (!whole) copy_edge(edge, count, width, to, stride, sum);
          x += count * depth;
        }
      }
    }
  }
}

}  // namespace heed::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace heed::kernels {

HWY_EXPORT(panel_width);
HWY_EXPORT(pack_panels);
HWY_EXPORT(multiply_packed);

void PackedMatrix::pack(const MatrixView& b) {
  settle_simd();
  int64_t panel = HWY_DYNAMIC_DISPATCH(panel_width)();
  int64_t size = b.rows * ((b.columns + panel - 1) / panel) * panel;
  if (size > capacity_) data_ = make_aligned_floats(capacity_ = size);
  rows_ = b.rows;
  columns_ = b.columns;
  pack_part(b, 0, 1);
}

void PackedMatrix::pack_part(const MatrixView& b, int64_t part, int64_t parts) {
  HWY_DYNAMIC_DISPATCH(pack_panels)(b, part, parts, data_.get());
}

void multiply(const MatrixView& a, const PackedMatrix& b, float* c, int64_t stride, bool add) {
  HWY_DYNAMIC_DISPATCH(multiply_packed)(a, b, c, stride, add);
}

}  // namespace heed::kernels
#endif
