// Lines of a descriptor as they come, so that a person at a terminal, a pipe and a file of any size are all
// served: a chunk is what is waiting, and never more than fits.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "heed/data/text_file.h"

namespace heed::cli {

struct Line {
  std::string text;  // without its end
  bool cut = false;  // it was longer than kLongestLine bytes, and what came behind them is dropped
};

class LineReader {
 public:
  explicit LineReader(int descriptor) : descriptor_(descriptor) {}
  // Waits for a line, and then takes what is waiting too, up to so many lines or bytes. Empty at the end of
  // the input. An InputError if the input begins like something that is not text.
  std::vector<Line> next(std::size_t lines, std::size_t bytes);

 private:
  bool take(Line& line);  // false if the line's end is not there yet
  bool waiting() const;
  void fill();

  int descriptor_;
  bool begun_ = false, ended_ = false;
  Line line_;  // as far as it was read
  std::array<char, 1 << 16> buffer_{};
  std::size_t at_ = 0, size_ = 0;  // what is left of the buffer
};

}  // namespace heed::cli
