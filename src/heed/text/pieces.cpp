#include "heed/text/pieces.h"

#include <dlfcn.h>

#include "heed/base/error.h"
#include "heed/base/files.h"

namespace heed {
namespace {

constexpr const char* kFile = "libheed_sentencepiece.so";

// The library is beside heed-train; seen from heed, its tests and examples, and from bin/ of an installation,
// it is in libexec/heed. Otherwise the system's own search for libraries applies.
std::string found() {
  std::error_code ignored;
  fs::path here = fs::read_symlink("/proc/self/exe", ignored).parent_path();
  for (const char* folder : {"", "libexec/heed", "../libexec/heed"}) {
    if (fs::exists(here / folder / kFile, ignored)) return (here / folder / kFile).string();
  }
  return kFile;
}

#ifdef __SANITIZE_ADDRESS__  // which wants every allocation for itself
constexpr int kOwnSymbols = 0;
#else
constexpr int kOwnSymbols = RTLD_DEEPBIND;
#endif

const PieceLibrary& open() {
  void* library = dlopen(found().c_str(), RTLD_NOW | RTLD_LOCAL | kOwnSymbols);
  void* symbol = library != nullptr ? dlsym(library, "heed_piece_library") : nullptr;
  if (symbol == nullptr) {
    throw FileError(std::string("cannot load ") + kFile + ", which belongs beside heed-train: " + dlerror() +
                    "; build or install heed again");
  }
  return *reinterpret_cast<const PieceLibrary* (*)()>(symbol)();
}

}  // namespace

const PieceLibrary& piece_library() {
  static const PieceLibrary& library = open();
  return library;
}

}  // namespace heed
