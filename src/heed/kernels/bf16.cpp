#include "heed/kernels/bf16.h"

#include <cstdlib>
#include <cstring>
#include <map>
#include <oneapi/dnnl/dnnl.hpp>
#include <utility>

#include "heed/kernels/onednn.h"

namespace heed::kernels {
namespace {

using dnnl::memory;

float widen(uint16_t half) {
  uint32_t bits = uint32_t{half} << 16;
  float value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

std::vector<float> widen(const Bf16View& view) {
  std::vector<float> wide;
  wide.reserve(static_cast<std::size_t>(view.rows * view.columns));
  for (int64_t r = 0; r < view.rows; ++r)
    for (int64_t c = 0; c < view.columns; ++c)
      wide.push_back(widen(view.data[r * view.row + c * view.column]));
  return wide;
}

const dnnl::engine& engine() {
  static const dnnl::engine made(dnnl::engine::kind::cpu, 0);
  return made;
}

dnnl::stream& stream() {
  thread_local dnnl::stream made(engine());
  return made;
}

memory::desc describe(const Bf16View& view) {
  return {{view.rows, view.columns}, memory::data_type::bf16, memory::dims{view.row, view.column}};
}

memory in_place(const Bf16View& view) {
  return {describe(view), engine(), const_cast<uint16_t*>(view.data)};
}

struct Shape {
  int64_t rows, depth, columns, stride;
  bool add;
  auto operator<=>(const Shape&) const = default;
};

dnnl::matmul::primitive_desc plan(const Shape& shape, const memory::desc& a, const memory::desc& b) {
  memory::desc c({shape.rows, shape.columns}, memory::data_type::f32, memory::dims{shape.stride, 1});
  dnnl::primitive_attr attributes;
  if (shape.add) {
    dnnl::post_ops sum;
    sum.append_sum(1.0F);
    attributes.set_post_ops(sum);
  }
  return {dnnl::matmul::desc(a, b, c), attributes, engine()};
}

void run(const dnnl::matmul& product, const memory& a, const memory& b, const memory& c) {
  product.execute(stream(), {{DNNL_ARG_SRC, a}, {DNNL_ARG_WEIGHTS, b}, {DNNL_ARG_DST, c}});
  stream().wait();
}

memory result(const dnnl::matmul::primitive_desc& made, float* c) {
  return {made.dst_desc(), engine(), c};
}

}  // namespace

bool has_bf16() {
  static const bool has = [] {
    const char* cap = std::getenv("HEED_SIMD");
    if (cap != nullptr && *cap != 0 && std::strcmp(cap, "avx512") != 0) return false;
    return hold_onednn() && __builtin_cpu_supports("avx512bf16") > 0;
  }();
  return has;
}

void round_to_bf16(const float* from, int64_t count, uint16_t* to) {
  for (int64_t i = 0; i < count; ++i) {
    uint32_t bits;
    std::memcpy(&bits, from + i, sizeof bits);
    uint32_t rounded = (bits + 0x7FFFU + ((bits >> 16) & 1U)) >> 16;
    bool is_nan = (bits & 0x7FFFFFFFU) > 0x7F800000U;  // rounding could make it an infinity
    to[i] = static_cast<uint16_t>(is_nan ? (bits >> 16) | 0x40U : rounded);
  }
}

// The matrix in the layout that oneDNN asked for, and the products planned with it so far.
struct PackedBf16::Library {
  using Product = std::pair<dnnl::matmul::primitive_desc, dnnl::matmul>;

  Bf16View shape;
  memory laid_out;
  std::map<Shape, Product> products;

  // With the layout that was made, or, should oneDNN refuse it for these rows, with the matrix as it is.
  Product planned(const Shape& of, const Bf16View& a) const {
    auto made = [&](const memory::desc& b) {
      auto description = plan(of, describe(a), b);
      return Product(description, dnnl::matmul(description));
    };
    try {
      return made(laid_out.get_desc());
    } catch (const dnnl::error&) {
      return made(describe(shape));
    }
  }
};

PackedBf16::PackedBf16() = default;
PackedBf16::~PackedBf16() = default;

void PackedBf16::pack(const Bf16View& b) {
  if (!has_bf16()) {
    std::vector<float> wide = widen(b);
    widened_.pack({wide.data(), b.rows, b.columns, b.columns});
    return;
  }
  if (!library_ || library_->shape.rows != b.rows || library_->shape.columns != b.columns) {
    library_ = std::make_unique<Library>();
    // Planned for a decoder's batch; oneDNN's layout of the weights is the same for other numbers of rows.
    constexpr int64_t kUsualRows = 32;
    memory::desc a({kUsualRows, b.rows}, memory::data_type::bf16, memory::format_tag::ab);
    memory::desc any({b.rows, b.columns}, memory::data_type::bf16, memory::format_tag::any);
    library_->laid_out =
        memory(plan({kUsualRows, b.rows, b.columns, b.columns, false}, a, any).weights_desc(), engine());
  }
  library_->shape = b;
  memory from = in_place(b);
  dnnl::reorder(from, library_->laid_out).execute(stream(), from, library_->laid_out);
  stream().wait();
}

void multiply(const Bf16View& a, PackedBf16& b, float* c, int64_t stride, bool add) {
  if (!has_bf16()) {
    std::vector<float> wide = widen(a);
    return multiply(MatrixView{wide.data(), a.rows, a.columns, a.columns}, b.widened_.panels(),
                    Into{c, stride, add});
  }
  PackedBf16::Library& library = *b.library_;
  Shape shape{a.rows, a.columns, library.shape.columns, stride, add};
  constexpr std::size_t kMost = 256;
  if (library.products.size() > kMost) library.products.clear();
  auto found = library.products.find(shape);
  if (found == library.products.end())
    found = library.products.emplace(shape, library.planned(shape, a)).first;
  const auto& [planned, product] = found->second;
  bool laid_out = planned.weights_desc() == library.laid_out.get_desc();
  run(product, in_place(a), laid_out ? library.laid_out : in_place(library.shape), result(planned, c));
}

void multiply(const Bf16View& a, const Bf16View& b, float* c, int64_t stride, bool add) {
  if (!has_bf16()) {
    PackedBf16 packed;
    packed.pack(b);
    return multiply(a, packed, c, stride, add);
  }
  auto planned = plan({a.rows, a.columns, b.columns, stride, add}, describe(a), describe(b));
  run(dnnl::matmul(planned), in_place(a), in_place(b), result(planned, c));
}

}  // namespace heed::kernels
