#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>

#include "heed/base/error.h"
#include "heed/base/files.h"

namespace heed {
namespace {

// Where files are mapped, for a signal handler, which may take no lock. A file that finds no free place is
// not listed. `begin` is written last and cleared first: what a handler finds is whole.
struct Place {
  std::atomic<bool> taken = false;
  std::atomic<const char*> begin = nullptr, end = nullptr, path = nullptr;
};
std::array<Place, 64> places;

void list(const char* data, std::size_t size, const char* path) {
  for (Place& place : places) {
    if (place.taken.exchange(true)) continue;
    place.end = data + size;
    place.path = path;
    place.begin = data;
    return;
  }
}

void unlist(const char* data) {
  for (Place& place : places) {
    if (place.begin != data) continue;
    place.begin = nullptr;
    place.taken = false;
    return;
  }
}

[[noreturn]] void fail(const char* what, const std::string& path) {
  throw FileError(std::string("cannot ") + what + " " + path + ": " + std::strerror(errno));
}

int64_t nanoseconds(const timespec& time) {
  return int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

}  // namespace

MappedFile::MappedFile(const fs::path& path)
    : path_(path.string()), descriptor_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
  try {
    struct stat info {};
    if (descriptor_ < 0 || ::fstat(descriptor_, &info) != 0) fail("read", path_);
    if (!S_ISREG(info.st_mode)) throw FileError("cannot read " + path_ + ": it is not a file");
    changed_ = nanoseconds(info.st_mtim);
    size_ = static_cast<std::size_t>(info.st_size);
    if (size_ == 0) return;
    void* memory = ::mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, descriptor_, 0);
    if (memory == MAP_FAILED) fail("map", path_);
    data_ = static_cast<const char*>(memory);
    list(data_, size_, path_.c_str());
  } catch (...) {
    if (descriptor_ >= 0) ::close(descriptor_);
    throw;
  }
}

void MappedFile::require_unchanged() const {
  struct stat info {};
  if (::fstat(descriptor_, &info) != 0) fail("read", path_);
  if (static_cast<std::size_t>(info.st_size) == size_ && nanoseconds(info.st_mtim) == changed_) return;
  throw FileError(path_ + kChangedInUse);
}

void MappedFile::drop_pages(std::string_view part) const {
  static const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  auto offset = static_cast<std::size_t>(part.data() - data_);
  std::size_t begin = (offset + page - 1) / page * page, end = (offset + part.size()) / page * page;
  if (begin < end) ::madvise(const_cast<char*>(data_) + begin, end - begin, MADV_DONTNEED);
}

MappedFile::~MappedFile() {
  if (data_ != nullptr) {
    unlist(data_);
    ::munmap(const_cast<char*>(data_), size_);
  }
  ::close(descriptor_);
}

const char* mapped_file_at(const void* address) {
  const char* at = static_cast<const char*>(address);
  for (const Place& place : places) {
    const char* begin = place.begin;
    if (begin != nullptr && at >= begin && at < place.end) return place.path;
  }
  return nullptr;
}

}  // namespace heed
