// The instructions that the kernels use: the best that the processor supports, chosen at run time. The
// environment variable HEED_SIMD (scalar, sse4, avx2, avx512) limits them, to try what other machines would
// do.
#pragma once

namespace heed::kernels {

// Makes the choice. Every kernel calls this first.
void settle_simd();

}  // namespace heed::kernels
