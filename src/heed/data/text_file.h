// Reads a text file line by line, plain or gzip (recognised by its first bytes, not by its name). A byte
// order mark and CRLF are removed, and the last newline may be missing. Invalid UTF-8, a NUL byte, damaged
// gzip and a line of more than kLongestLine bytes throw an error with file and line.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace heed {

// The length of the longest line, and of the longest record of several lines, that any reader accepts. It
// bounds the memory that a small compressed file can take.
inline constexpr std::size_t kLongestLine = std::size_t{16} << 20;

class TextFile {
 public:
  explicit TextFile(const std::string& path);
  // Reads from an open descriptor and closes it in the end. Messages call it `shown`.
  TextFile(int descriptor, const std::string& shown);
  ~TextFile();

  bool next(std::string& line);
  const std::string& path() const { return path_; }
  int64_t line() const { return line_; }  // number of the last line read, from 1
  std::string where() const { return path_ + ":" + std::to_string(line_); }
  int64_t bytes_read() const;  // bytes read of the file on disk, which may be compressed
  int64_t bytes() const { return bytes_; }

 private:
  bool fill();
  void check(const std::string& line) const;
  [[noreturn]] void refuse_long_line() const;

  std::string path_;      // the name that messages show
  void* file_ = nullptr;  // handle of zlib
  std::vector<char> buffer_;
  std::size_t at_ = 0, end_ = 0;
  int64_t line_ = 0, bytes_ = 0;
};

}  // namespace heed
