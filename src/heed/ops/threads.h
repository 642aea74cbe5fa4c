// One math thread a thread: Heed runs N workers on N cores, and libraries that spread each small product over
// the cores again make all of them slower.
#pragma once

#include <cstdint>

namespace heed {

// For the calling thread: OpenMP and every loaded BLAS use one thread, and denormals are flushed to zero.
void use_one_math_thread();

// Makes every loaded OpenBLAS allocate its buffers for so many threads that multiply at a time, which it
// keeps. Left to itself it allocates them at the first products, and where memory is limited and there is
// none left, it tries again for ever. Throws std::bad_alloc if there is no room for them.
void reserve_math_buffers(int64_t threads);

// Keeps freed memory for reuse: tensors of one size come and go at every update, and giving their pages back
// to the system each time costs more than the work on them. Once per process.
void keep_freed_memory();

}  // namespace heed
