// Files, written so that a reader never sees half of one: beside the target, synced, then renamed over it.
// Symbolic links are followed, so that the link stays and the file that it names is replaced. What exists and
// is not a regular file (a pipe, a device) cannot be replaced: it is opened and written to as the bytes come.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace heed {

namespace fs = std::filesystem;

// The whole file, or a FileError that names it.
std::string read_file(const fs::path& path);

// A file that people write by hand: a FileError if it has more than 1 MiB, which says that `expected`
// ("a recipe") was expected. No more than that is read, whatever the path names.
std::string read_small_file(const fs::path& path, const std::string& expected);

// A file that is written piece by piece. A regular file gets its name when it is finished, and is gone if it
// never is.
class FileWriter {
 public:
  explicit FileWriter(const fs::path& path);
  ~FileWriter();
  FileWriter(const FileWriter&) = delete;
  FileWriter& operator=(const FileWriter&) = delete;
  void write(std::string_view bytes);
  void finish();
  std::size_t written() const { return written_; }  // bytes so far

 private:
  fs::path path_;    // as the caller named it, for messages
  fs::path target_;  // the same with symbolic links followed
  fs::path beside_;  // what is written and then renamed; empty if the target is written to directly
  int descriptor_ = -1;
  std::size_t written_ = 0;
  bool finished_ = false;
};

// Writes `bytes` to `path`. A regular file is replaced atomically and durably: a crash leaves the old file or
// the new one. Nothing is left behind on failure.
void write_file(const fs::path& path, std::string_view bytes);

// Fails now, and not after an hour's work, if a file could not be written at `path`. Creates and opens
// nothing.
void require_writable(const fs::path& path);

// Also fails, with an OptionError, if writing `path` would destroy one of the `inputs` that are read: if it
// is one of these files, by whatever name, or lies in one of these directories.
void require_output(const fs::path& path, std::span<const std::string> inputs);

// Makes `path` and its missing parents durable directories.
void make_directories(const fs::path& path);

// Cuts or leaves a file at `length` bytes.
void truncate_file(const fs::path& path, std::size_t length);

// A file mapped into memory, read-only, for as long as the object lives. The bytes are the file's own: what
// another process writes into the file is seen here, and reading behind a new, earlier end is SIGBUS. A file
// that takes its place under its name (rename, mv) changes nothing.
class MappedFile {
 public:
  explicit MappedFile(const fs::path& path);
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  std::string_view bytes() const { return {data_, size_}; }
  // A FileError if the file was written to, cut or extended since it was mapped.
  void require_unchanged() const;
  // Gives back the memory of a part that is not needed for now; it can still be read.
  void forget(std::string_view part) const;

 private:
  std::string path_;
  int descriptor_ = -1;
  int64_t changed_ = 0;  // when the file was last written to, in nanoseconds
  const char* data_ = nullptr;
  std::size_t size_ = 0;
};

// What to say of a file that was changed while a MappedFile held it: behind the file's name.
inline constexpr const char* kChangedInUse =
    " was changed while it was in use; put a new file in its place with mv, and start again";

// The name of the file that is mapped at `address`, or nullptr. It may be called in a signal handler.
const char* mapped_file_at(const void* address);

}  // namespace heed
