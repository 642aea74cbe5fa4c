// Draws a sample of lines from a stream of unknown length. Memory depends on the size of the sample alone.
// The draw of line i depends on i alone, and the lines with the smallest draws are kept, so that the same
// stream gives the same sample.
#pragma once

#include <cstdint>
#include <queue>
#include <string>
#include <string_view>
#include <vector>

#include "heed/base/random.h"

namespace heed {

class LineSample {
 public:
  explicit LineSample(int64_t size) : size_(static_cast<std::size_t>(size)) {}

  void offer(std::string_view line);
  // The sampled lines in the order of the stream. Lines longer than `bytes` are divided at spaces, or else
  // between characters.
  std::vector<std::string> take(int64_t bytes);

 private:
  struct Drawn {
    uint64_t draw;
    int64_t number;
    std::string line;
    bool operator<(const Drawn& other) const { return draw < other.draw; }
  };
  Random random_{0, "line sample"};
  std::size_t size_;
  int64_t seen_ = 0;
  std::priority_queue<Drawn> kept_;
};

}  // namespace heed
