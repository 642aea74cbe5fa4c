// Limits the mathematical libraries to one thread for each calling thread. Heed runs N workers on N cores;
// libraries that distribute each small product over the cores again make all of them slower.
#pragma once

#include <cstdint>

namespace heed {

// For the calling thread: OpenMP and every loaded BLAS use one thread, and denormals are flushed to zero.
void use_one_math_thread();

// Makes every loaded OpenBLAS allocate its permanent buffers for `threads` concurrently multiplying threads.
// Otherwise it allocates them at the first products and, if memory is limited and used up, retries for ever.
// Throws std::bad_alloc if there is not enough memory.
void reserve_math_buffers(int64_t threads);

// Makes the allocator keep freed memory for reuse: tensors of the same sizes come and go at every update, and
// returning their pages to the system each time costs more than the computation. To be called once per
// process.
void keep_freed_memory();

}  // namespace heed
