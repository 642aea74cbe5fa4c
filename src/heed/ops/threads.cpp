#include "heed/ops/threads.h"

#include <ATen/Context.h>
#include <ATen/Parallel.h>
#include <dlfcn.h>
#include <link.h>
#include <malloc.h>

#include <cstring>
#include <mutex>

namespace heed {
namespace {

// OpenBLAS comes in flavours that can be loaded side by side, each with a thread count of its own.
int limit_blas(dl_phdr_info* info, std::size_t, void*) {
  if (info->dlpi_name == nullptr || std::strstr(info->dlpi_name, "blas") == nullptr) return 0;
  void* library = dlopen(info->dlpi_name, RTLD_LAZY | RTLD_NOLOAD);
  if (library == nullptr) return 0;
  if (void* symbol = dlsym(library, "openblas_set_num_threads")) {
    void (*set_threads)(int) = nullptr;
    std::memcpy(&set_threads, &symbol, sizeof set_threads);
    set_threads(1);
  }
  dlclose(library);
  return 0;
}

}  // namespace

void use_one_math_thread() {
  static std::once_flag once;
  std::call_once(once, [] { dl_iterate_phdr(limit_blas, nullptr); });
  at::set_num_threads(1);
  at::globalContext().setFlushDenormal(true);
}

void keep_freed_memory() {
  mallopt(M_MMAP_THRESHOLD, 1 << 30);
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
}

}  // namespace heed
