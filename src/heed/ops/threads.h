// One math thread a thread: Heed runs N workers on N cores, and libraries that spread each small product over
// the cores again make all of them slower.
#pragma once

namespace heed {

// For the calling thread: OpenMP and every loaded BLAS use one thread, and denormals are flushed to zero.
void use_one_math_thread();

// Keeps freed memory for reuse: tensors of one size come and go at every update, and giving their pages back
// to the system each time costs more than the work on them. Once per process.
void keep_freed_memory();

}  // namespace heed
