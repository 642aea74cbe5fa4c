// Scalars in the file format that TensorBoard reads: records of (length, masked CRC-32C of the length, an
// Event message, masked CRC-32C of the message), the messages in protocol-buffer encoding.
#pragma once

#include <fstream>
#include <string>
#include <string_view>

#include "heed/base/files.h"

namespace heed {

uint32_t crc32c(std::string_view bytes);

// One record: `seconds` since 1970, `step`, and one scalar.
std::string scalar_event(double seconds, int64_t step, const std::string& tag, float value);
// The first record of every file.
std::string version_event(double seconds);

class EventFile {
 public:
  // Goes on behind the first `keep` bytes of a file that is there; else begins one.
  EventFile(const fs::path& file, int64_t keep);
  void write(int64_t step, const std::string& tag, double value);
  int64_t bytes();

 private:
  void append(const std::string& record);

  fs::path file_;
  std::ofstream out_;
};

}  // namespace heed
