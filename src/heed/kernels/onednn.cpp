#include "heed/kernels/onednn.h"

#include <cstdlib>
#include <oneapi/dnnl/dnnl.hpp>
#include <string_view>

namespace heed::kernels {
namespace {

dnnl::cpu_isa allowed() {
  const char* cap = std::getenv("HEED_SIMD");
  std::string_view name = cap == nullptr ? "" : cap;
  if (name == "scalar" || name == "sse4") return dnnl::cpu_isa::sse41;
  if (name == "avx2") return dnnl::cpu_isa::avx2;
  return dnnl::cpu_isa::avx512_core_bf16;
}

}  // namespace

bool hold_onednn() {
  static const bool held = dnnl::set_max_cpu_isa(allowed()) == dnnl::status::success;
  return held;
}

}  // namespace heed::kernels
