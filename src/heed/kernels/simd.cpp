#include "heed/kernels/simd.h"

#include <hwy/highway.h>

#include <cstdlib>
#include <string_view>

#include "heed/base/error.h"

namespace heed::kernels {
namespace {

// Disables all targets better than the cap. Better targets have lower bits in Highway.
bool cap() {
  const char* cap = std::getenv("HEED_SIMD");
  if (cap == nullptr || *cap == 0) return true;
  std::string_view name = cap;
  int64_t best = 0;
  if (name == "scalar") best = HWY_STATIC_TARGET;
  if (name == "sse4") best = HWY_SSE4;
  if (name == "avx2") best = HWY_AVX2;
  if (name == "avx512") best = HWY_AVX3_DL;
  if (best == 0)
    throw OptionError("HEED_SIMD: expected scalar, sse4, avx2 or avx512, found '" + std::string(name) + "'");
  hwy::DisableTargets(best - 1);
  return true;
}

}  // namespace

void settle_simd() {
  static const bool settled = cap();
  static_cast<void>(settled);
}

}  // namespace heed::kernels
