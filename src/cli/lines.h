// Reads lines from a descriptor in chunks, as they arrive, so that it works for a terminal, a pipe and a file
// of any size. A chunk is what is available, within limits.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "heed/data/text_file.h"

namespace heed::cli {

struct Line {
  std::string text;  // without line end
  bool cut = false;  // the line was longer than kLongestLine bytes; the rest is dropped
};

class LineReader {
 public:
  explicit LineReader(int descriptor) : descriptor_(descriptor) {}
  // Waits for a line, then takes further available lines, up to `lines` lines or `bytes` bytes. Returns an
  // empty list at the end of the input. Throws InputError if the input does not begin like text.
  std::vector<Line> next(std::size_t lines, std::size_t bytes);

 private:
  bool take(Line& line);  // returns false if the end of the line has not arrived yet
  bool waiting() const;
  void fill();

  int descriptor_;
  bool begun_ = false, ended_ = false;
  Line line_;  // the part of a line that has arrived
  std::array<char, 1 << 16> buffer_{};
  std::size_t at_ = 0, size_ = 0;  // the unread part of the buffer
};

}  // namespace heed::cli
