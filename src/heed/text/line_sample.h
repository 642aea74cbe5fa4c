// Lines drawn from a stream of unknown length, in memory that depends on the sample alone: those whose draws
// are smallest. Line i's draw depends on i alone, so that the same stream gives the same sample.
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
  // The lines in the order of the stream, those longer than `bytes` in parts: at spaces, or else between
  // characters.
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
