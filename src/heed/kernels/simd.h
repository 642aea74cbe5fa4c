// Which instructions the kernels use: the best that the processor has, chosen when the program runs. The
// environment variable HEED_SIMD (scalar, sse4, avx2, avx512) caps them, to try what another machine would
// do.
#pragma once

namespace heed::kernels {

// Settles the choice. Every kernel calls it first.
void settle_simd();

}  // namespace heed::kernels
