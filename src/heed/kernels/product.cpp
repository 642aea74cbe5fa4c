#include "heed/kernels/product.h"

#include <algorithm>
#include <vector>

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
// A panel of kDepth rows fits the first cache beside a tile's rows; kBlock rows of a fit the second.
constexpr int64_t kDepth = 256, kBlock = 192;

int64_t panel_width() {
  return kPanel;
}

// Columns of a panel whose elements lie one after the other, four by four; returns how many it did.
int64_t transpose_fours(const float* from, int64_t column, int64_t depth, int64_t width, float* to) {
#if HWY_TARGET == HWY_SCALAR
  static_cast<void>(from), static_cast<void>(column), static_cast<void>(depth), static_cast<void>(to);
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
      float* out = to + k * kPanel + j;
      hn::StoreU(hn::ConcatLowerLower(d, ce_low, ab_low), d, out);
      hn::StoreU(hn::ConcatUpperUpper(d, ce_low, ab_low), d, out + kPanel);
      hn::StoreU(hn::ConcatLowerLower(d, ce_high, ab_high), d, out + 2 * kPanel);
      hn::StoreU(hn::ConcatUpperUpper(d, ce_high, ab_high), d, out + 3 * kPanel);
    }
    for (; k < depth; ++k)
      for (int64_t i = j; i < j + 4; ++i) to[k * kPanel + i] = from[i * column + k];
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
  int64_t j = row == 1 ? transpose_fours(from, column, depth, width, to) : 0;
  for (; j < width; ++j)
    for (int64_t k = 0; k < depth; ++k) to[k * kPanel + j] = from[k * row + j * column];
  for (; j < kPanel; ++j)
    for (int64_t k = 0; k < depth; ++k) to[k * kPanel + j] = 0;
}

void pack_matrix(const MatrixView& b, float* to) {
  for (int64_t k = 0; k < b.rows; k += kDepth) {
    int64_t depth = std::min(kDepth, b.rows - k);
    for (int64_t n = 0; n < b.columns; n += kPanel, to += depth * kPanel)
      pack_panel(b.data + k * b.row + n * b.column, b.row, b.column, depth, std::min(kPanel, b.columns - n),
                 to);
  }
}

// `rows` rows and `panel` columns of the result over `depth`; a is laid out column after column.
template <int kRows>
void tile(const float* HWY_RESTRICT a, const float* HWY_RESTRICT panel, int64_t depth, float* HWY_RESTRICT c,
          int64_t stride, int64_t width, bool add) {
  Floats d;
  VecOf<Floats> sums[kRows][kVectors];
  for (auto& row : sums)
    for (auto& sum : row) sum = hn::Zero(d);
  for (int64_t k = 0; k < depth; ++k, a += kRows, panel += kPanel) {
    VecOf<Floats> b[kVectors];
    for (int64_t v = 0; v < kVectors; ++v) b[v] = hn::LoadU(d, panel + v * kLanes);
    for (int64_t r = 0; r < kRows; ++r) {
      auto x = hn::Set(d, a[r]);
      for (int64_t v = 0; v < kVectors; ++v) sums[r][v] = hn::MulAdd(x, b[v], sums[r][v]);
    }
  }
  if (width == kPanel) {
    for (int64_t r = 0; r < kRows; ++r) {
      for (int64_t v = 0; v < kVectors; ++v) {
        float* at = c + r * stride + v * kLanes;
        hn::StoreU(add ? hn::Add(hn::LoadU(d, at), sums[r][v]) : sums[r][v], d, at);
      }
    }
    return;
  }
  HWY_ALIGN float whole[kPanel];
  for (int64_t r = 0; r < kRows; ++r) {
    for (int64_t v = 0; v < kVectors; ++v) hn::Store(sums[r][v], d, whole + v * kLanes);
    for (int64_t j = 0; j < width; ++j) c[r * stride + j] = (add ? c[r * stride + j] : 0) + whole[j];
  }
}

using Tile = void (*)(const float*, const float*, int64_t, float*, int64_t, int64_t, bool);
constexpr Tile kTiles[] = {nullptr, tile<1>, tile<2>, tile<3>,  tile<4>,  tile<5>, tile<6>,
#if HWY_TARGET <= HWY_AVX3
                           tile<7>, tile<8>, tile<9>, tile<10>, tile<11>, tile<12>
#endif
};

// Rows are dealt to tiles evenly: a last tile of one row would wait for its own sums.
struct TileRows {
  int64_t rows, tiles = (rows + kTileRows - 1) / kTileRows;
  int64_t begin(int64_t tile) const { return rows * tile / tiles; }
  int64_t count(int64_t tile) const { return begin(tile + 1) - begin(tile); }
};

void lay_out_rows(const MatrixView& a, int64_t first, int64_t k, int64_t depth, const TileRows& rows,
                  float* to) {
  for (int64_t t = 0; t < rows.tiles; ++t) {
    int64_t count = rows.count(t);
    const float* from = a.data + (first + rows.begin(t)) * a.row + k * a.column;
    for (int64_t r = 0; r < count; ++r)
      for (int64_t i = 0; i < depth; ++i) to[i * count + r] = from[r * a.row + i * a.column];
    to += count * depth;
  }
}

void multiply_packed(const MatrixView& a, const PackedMatrix& b, float* c, int64_t stride, bool add) {
  thread_local std::vector<float> laid_out(static_cast<std::size_t>(kBlock * kDepth));
  int64_t panels = (b.columns() + kPanel - 1) / kPanel;
  for (int64_t k = 0; k < b.rows(); k += kDepth) {
    int64_t depth = std::min(kDepth, b.rows() - k);
    for (int64_t first = 0; first < a.rows; first += kBlock) {
      TileRows rows{std::min(kBlock, a.rows - first)};
      lay_out_rows(a, first, k, depth, rows, laid_out.data());
      for (int64_t p = 0; p < panels; ++p) {
        const float* panel = b.data() + (k * panels + p * depth) * kPanel;
        int64_t width = std::min(kPanel, b.columns() - p * kPanel);
        const float* x = laid_out.data();
        for (int64_t t = 0; t < rows.tiles; ++t) {
          int64_t count = rows.count(t);
          kTiles[count](x, panel, depth, c + (first + rows.begin(t)) * stride + p * kPanel, stride, width,
                        add || k > 0);
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
HWY_EXPORT(pack_matrix);
HWY_EXPORT(multiply_packed);

void PackedMatrix::pack(const MatrixView& b) {
  settle_simd();
  int64_t panel = HWY_DYNAMIC_DISPATCH(panel_width)();
  int64_t size = b.rows * ((b.columns + panel - 1) / panel) * panel;
  if (empty() || size != rows_ * ((columns_ + panel - 1) / panel) * panel)
    data_ = std::make_unique_for_overwrite<float[]>(static_cast<std::size_t>(size));
  rows_ = b.rows;
  columns_ = b.columns;
  HWY_DYNAMIC_DISPATCH(pack_matrix)(b, data_.get());
}

void multiply(const MatrixView& a, const PackedMatrix& b, float* c, int64_t stride, bool add) {
  HWY_DYNAMIC_DISPATCH(multiply_packed)(a, b, c, stride, add);
}

}  // namespace heed::kernels
#endif
