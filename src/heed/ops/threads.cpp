#include "heed/ops/threads.h"

#include <ATen/Context.h>
#include <ATen/Parallel.h>
#include <dlfcn.h>
#include <link.h>
#include <malloc.h>
#include <sys/mman.h>

#include <cstring>
#include <functional>
#include <mutex>
#include <new>
#include <vector>

namespace heed {
namespace {

// A function of a loaded library; null if there is none of this name.
template <class Function>
Function* function_of(void* library, const char* name) {
  void* symbol = dlsym(library, name);
  Function* function = nullptr;
  std::memcpy(&function, &symbol, sizeof function);
  return function;
}

// Calls `visit` with a handle of every loaded BLAS. Several flavours of OpenBLAS can be loaded at once, each
// with threads and buffers of its own.
void each_blas(std::function<void(void* library)> visit) {
  auto look = [](dl_phdr_info* info, std::size_t, void* visitor) {
    if (info->dlpi_name == nullptr || std::strstr(info->dlpi_name, "blas") == nullptr) return 0;
    void* library = dlopen(info->dlpi_name, RTLD_LAZY | RTLD_NOLOAD);
    if (library == nullptr) return 0;
    (*static_cast<std::function<void(void*)>*>(visitor))(library);
    dlclose(library);
    return 0;
  };
  dl_iterate_phdr(look, &visit);
}

// Whether this much memory could be allocated now.
bool has_room(std::size_t bytes) {
  void* memory = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return false;
  ::munmap(memory, bytes);
  return true;
}

void set_one_thread(void* library) {
  if (auto* set_threads = function_of<void(int)>(library, "openblas_set_num_threads")) set_threads(1);
}

// Sets `short_of_memory` instead of throwing through the loader's C code.
void allocate_buffers(void* library, int64_t threads, bool& short_of_memory) {
  auto* allocate = function_of<void*(int)>(library, "blas_memory_alloc");
  auto* release = function_of<void(void*)>(library, "blas_memory_free");
  if (allocate == nullptr || release == nullptr) return;
  constexpr std::size_t kBuffer = std::size_t{160}
                                  << 20;  // the largest of any processor is 128 MiB, and a little
  std::vector<void*> buffers;
  for (int64_t i = 0; i < threads && !short_of_memory; ++i) {
    short_of_memory = !has_room(kBuffer);
    if (!short_of_memory) buffers.push_back(allocate(0));
  }
  for (void* buffer : buffers) release(buffer);
}

}  // namespace

void use_one_math_thread() {
  static std::once_flag once;
  std::call_once(once, [] { each_blas(set_one_thread); });
  at::set_num_threads(1);
  at::globalContext().setFlushDenormal(true);
}

void reserve_math_buffers(int64_t threads) {
  bool short_of_memory = false;
  each_blas([&](void* library) { allocate_buffers(library, threads, short_of_memory); });
  if (short_of_memory) throw std::bad_alloc();
}

void keep_freed_memory() {
  mallopt(M_MMAP_THRESHOLD, 1 << 30);
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
}

}  // namespace heed
