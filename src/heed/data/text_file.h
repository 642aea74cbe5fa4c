// The lines of a text file, plain or gzip (told by its first bytes, not by its name), one at a time. A byte
// order mark, CRLF and a missing last newline are no part of the text. Invalid UTF-8, a NUL byte, damaged
// gzip and a line of more than kLongestLine bytes are errors with file and line.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace heed {

// The longest line, and the longest record of several lines, that any reader takes: memory is bounded by it,
// whatever a small compressed file unpacks to.
inline constexpr std::size_t kLongestLine = std::size_t{16} << 20;

class TextFile {
 public:
  explicit TextFile(const std::string& path);
  // From a descriptor that is open, which it closes; `shown` is what messages call it.
  TextFile(int descriptor, const std::string& shown);
  ~TextFile();

  bool next(std::string& line);
  const std::string& path() const { return path_; }
  int64_t line() const { return line_; }  // number of the last line, from 1
  std::string where() const { return path_ + ":" + std::to_string(line_); }
  int64_t bytes_read() const;  // of the file as it lies on disk
  int64_t bytes() const { return bytes_; }

 private:
  bool fill();
  void check(const std::string& line) const;
  [[noreturn]] void refuse_long_line() const;

  std::string path_;      // as it is shown
  void* file_ = nullptr;  // zlib's
  std::vector<char> buffer_;
  std::size_t at_ = 0, end_ = 0;
  int64_t line_ = 0, bytes_ = 0;
};

}  // namespace heed
