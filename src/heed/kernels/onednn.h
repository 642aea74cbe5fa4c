// oneDNN as Heed uses it: on one thread, with no more of the processor than it is known to handle.
#pragma once

namespace heed::kernels {

// Holds it to the instructions that it may use: those that HEED_SIMD allows, and no tiles (AMX), with which
// oneDNN 2.6 multiplies bf16 without configuring them and dies of an illegal instruction. Whatever calls
// oneDNN calls this first. False where somebody else used oneDNN earlier, for then it is too late.
bool hold_onednn();

}  // namespace heed::kernels
