#include "heed/base/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "heed/base/error.h"

namespace heed {
namespace {

std::string reason() {
  return std::strerror(errno);
}

[[noreturn]] void fail(const std::string& what, const fs::path& path) {
  throw FileError("cannot " + what + " " + path.string() + ": " + reason());
}

// Owns a descriptor; closing is best effort because every write was synced before.
struct Descriptor {
  int fd;
  ~Descriptor() {
    if (fd >= 0) ::close(fd);
  }
};

fs::path parent_of(const fs::path& path) {
  return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

void sync_directory(const fs::path& directory) {
  Descriptor d{::open(directory.c_str(), O_RDONLY | O_DIRECTORY)};
  if (d.fd < 0 || ::fsync(d.fd) != 0) fail("sync the directory", directory);
}

// The path with its last component's symbolic links followed; the file that a link names need not exist. More
// links than any system follows are treated as a loop.
fs::path followed(const fs::path& path) {
  constexpr int kMostLinks = 40;
  fs::path at = path;
  for (int links = 0; links < kMostLinks; ++links) {
    std::error_code none;
    if (!fs::is_symlink(fs::symlink_status(at, none))) return at;
    fs::path named = fs::read_symlink(at, none);
    if (none) throw FileError("cannot read the symbolic link " + at.string() + ": " + none.message());
    at = named.is_absolute() ? named : parent_of(at) / named;
  }
  throw FileError("cannot write " + path.string() + ": its symbolic links lead in a circle");
}

// Whether the path exists and cannot be replaced by renaming: a pipe, a socket, a device.
bool is_special(const fs::path& path) {
  std::error_code none;
  fs::file_status status = fs::status(path, none);
  return fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status);
}

bool write_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    ssize_t n = ::write(fd, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(n));
  }
  return true;
}

// The first bytes of a file.
std::string read_up_to(const fs::path& path, std::size_t most) {
  Descriptor d{::open(path.c_str(), O_RDONLY | O_CLOEXEC)};
  if (d.fd < 0) fail("read", path);
  std::string bytes;
  char buffer[1 << 16];
  while (bytes.size() < most) {
    ssize_t n = ::read(d.fd, buffer, std::min(sizeof buffer, most - bytes.size()));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) fail("read", path);
    if (n == 0) break;
    bytes.append(buffer, static_cast<std::size_t>(n));
  }
  return bytes;
}

// A canonical path, which is the same for all paths to the place, whether a file exists there or not.
fs::path place_of(const fs::path& path) {
  std::error_code none;
  return fs::weakly_canonical(parent_of(path), none) / path.filename();
}

// True if the two are one file: by another name, through a link, or as a second name of the same bytes.
bool is_same_file(const fs::path& a, const fs::path& b) {
  std::error_code none;
  return place_of(a) == place_of(b) || fs::equivalent(a, b, none);
}

// True if the file lies in the directory, or is another name of a file there.
bool lies_in(const fs::path& file, const fs::path& directory) {
  std::error_code none;
  fs::path inside = fs::weakly_canonical(directory, none).lexically_normal();
  for (fs::path above = place_of(file).parent_path();; above = above.parent_path()) {
    if (above == inside || fs::equivalent(above, inside, none)) return true;
    if (above == above.parent_path()) break;
  }
  for (const auto& entry : fs::directory_iterator(directory, none)) {
    if (fs::equivalent(entry.path(), file, none)) return true;
  }
  return false;
}

}  // namespace

std::string read_file(const fs::path& path) {
  return read_up_to(path, std::string().max_size());
}

std::string read_small_file(const fs::path& path, const std::string& expected) {
  constexpr std::size_t kMost = std::size_t{1} << 20;
  std::string bytes = read_up_to(path, kMost + 1);
  if (bytes.size() <= kMost) return bytes;
  std::error_code none;
  auto size = fs::is_regular_file(path, none) ? fs::file_size(path, none) : 0;
  throw FileError(path.string() + ": expected " + expected + ", of 1 MB at the most, found a file of " +
                  (size > 0 ? std::to_string((size + 500'000) / 1'000'000) : "more than 1") + " MB");
}

FileWriter::FileWriter(const fs::path& path) : path_(path), target_(followed(path)) {
  if (is_special(target_)) {
    descriptor_ = ::open(target_.c_str(), O_WRONLY | O_CLOEXEC);
  } else {
    beside_ = target_;
    beside_ += ".partial";
    descriptor_ = ::open(beside_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  }
  if (descriptor_ < 0) fail("write", path_);
}

FileWriter::~FileWriter() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (!finished_ && !beside_.empty()) ::unlink(beside_.c_str());
}

void FileWriter::write(std::string_view bytes) {
  if (!write_all(descriptor_, bytes)) fail("write", path_);
  written_ += bytes.size();
}

void FileWriter::finish() {
  if (beside_.empty()) {
    int descriptor = std::exchange(descriptor_, -1);
    if (::close(descriptor) != 0) fail("write", path_);
    return;
  }
  if (::fsync(descriptor_) != 0 || ::rename(beside_.c_str(), target_.c_str()) != 0) fail("write", path_);
  finished_ = true;
  sync_directory(parent_of(target_));
}

void write_file(const fs::path& path, std::string_view bytes) {
  FileWriter writer(path);
  writer.write(bytes);
  writer.finish();
}

void require_writable(const fs::path& path) {
  fs::path target = followed(path), parent = parent_of(target);
  if (fs::is_directory(target)) throw FileError("cannot write " + path.string() + ": it is a directory");
  if (is_special(target)) {
    if (::access(target.c_str(), W_OK) != 0) fail("write", path);
    return;
  }
  if (!fs::is_directory(parent)) {
    throw FileError("cannot write " + path.string() + ": there is no directory " + parent.string());
  }
  if (::access(parent.c_str(), W_OK | X_OK) != 0) fail("write", path);
}

void require_output(const fs::path& path, std::span<const std::string> inputs) {
  fs::path target = followed(path);
  for (const std::string& input : inputs) {
    std::error_code none;
    bool directory = fs::is_directory(input, none);
    if (directory ? lies_in(target, input) : is_same_file(target, input)) {
      throw OptionError(
          "cannot write " + path.string() + ": it " +
          (directory ? "lies in " + input + ", which is read" : "is " + input + ", which is read") +
          "; write it elsewhere");
    }
  }
  require_writable(path);
}

void make_directories(const fs::path& path) {
  if (fs::is_directory(path)) return;
  if (path.has_parent_path() && path.parent_path() != path) make_directories(path.parent_path());
  if (::mkdir(path.c_str(), 0777) != 0 && errno != EEXIST) fail("make the directory", path);
  if (!fs::is_directory(path)) {
    throw FileError("cannot make the directory " + path.string() + ": a file of that name is there");
  }
  sync_directory(parent_of(path));
}

void truncate_file(const fs::path& path, std::size_t length) {
  if (::truncate(path.c_str(), static_cast<off_t>(length)) != 0) fail("cut back", path);
}

}  // namespace heed
