// Reads, writes and maps files. Writing is atomic: the bytes go to a new file in the same directory, which is
// synced and then renamed over the target, so that no reader sees half of a file. Symbolic links are
// followed: the link stays, and the file that it names is replaced. Pipes and devices cannot be replaced;
// they are opened and written to directly. All functions throw a FileError that names the file if the system
// refuses.
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

// Returns the bytes of a whole file.
std::string read_file(const fs::path& path);

// Returns the bytes of a file that people write by hand. Throws a FileError if it has more than 1 MiB, which
// says that `expected` ("a recipe") was expected. It never reads more than that, even from a device.
std::string read_small_file(const fs::path& path, const std::string& expected);

// Writes a file piece by piece. A regular file gets its name in finish(); if that is not called, the
// destructor removes what was written. A writer is used by one thread at a time.
class FileWriter {
 public:
  explicit FileWriter(const fs::path& path);
  ~FileWriter();
  FileWriter(const FileWriter&) = delete;
  FileWriter& operator=(const FileWriter&) = delete;
  void write(std::string_view bytes);
  void finish();
  // The number of bytes written so far.
  std::size_t written() const { return written_; }

 private:
  fs::path path_;    // As the caller named it, for messages.
  fs::path target_;  // path_ with symbolic links followed.
  fs::path beside_;  // The new file until it is renamed; empty if the target is written to directly.
  int descriptor_ = -1;
  std::size_t written_ = 0;
  bool finished_ = false;
};

// Writes `bytes` to `path`. A regular file is replaced atomically and durably: after a crash there is the old
// file or the new one. A failure leaves no other file behind.
void write_file(const fs::path& path, std::string_view bytes);

// Throws if a file could not be written at `path`, so that work whose result cannot be saved need not begin.
// It creates and opens nothing.
void require_writable(const fs::path& path);

// Does the same, and throws an OptionError if writing `path` would destroy one of the `inputs`: if it is one
// of these files, by whatever name, or lies in one of these directories.
void require_output(const fs::path& path, std::span<const std::string> inputs);

// Creates the directory `path` and its missing parents, durably.
void make_directories(const fs::path& path);

// Cuts a file to `length` bytes. A shorter file stays as it is.
void truncate_file(const fs::path& path, std::size_t length);

// Maps a file into memory, read-only, for as long as the object lives. The bytes are shared with the file:
// what another process writes into it is seen here, and reading behind the end of a file that was cut raises
// SIGBUS. Renaming another file to its name (mv) changes nothing. All const functions may be called from any
// thread.
class MappedFile {
 public:
  explicit MappedFile(const fs::path& path);
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  std::string_view bytes() const { return {data_, size_}; }
  // Throws a FileError if the file was written to, cut or extended since it was mapped.
  void require_unchanged() const;
  // Gives the memory of a part of bytes() back to the system. Reading the part again fetches it from the
  // file.
  void drop_pages(std::string_view part) const;

 private:
  std::string path_;
  int descriptor_ = -1;
  int64_t changed_ = 0;  // When the file was last written to, in nanoseconds.
  const char* data_ = nullptr;
  std::size_t size_ = 0;
};

// The message about a file that was changed while a MappedFile held it. It follows the name of the file.
inline constexpr const char* kChangedInUse =
    " was changed while it was in use; put a new file in its place with mv, and start again";

// Returns the name of the file that a MappedFile holds at `address`, or nullptr. A signal handler may call
// it.
const char* mapped_file_at(const void* address);

}  // namespace heed
