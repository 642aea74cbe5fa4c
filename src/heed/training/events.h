// Writes scalars in the file format of TensorBoard: records of (length, masked CRC-32C of the length, an
// Event message, masked CRC-32C of the message). The messages use the protocol-buffer encoding.
#pragma once

#include <fstream>
#include <string>
#include <string_view>

#include "heed/base/files.h"

namespace heed {

uint32_t crc32c(std::string_view bytes);

// One record that holds one scalar. `seconds` are counted from 1970.
std::string scalar_event(double seconds, int64_t step, const std::string& tag, float value);
// The first record of every file.
std::string version_event(double seconds);

class EventFile {
 public:
  // Appends after the first `keep` bytes of an existing file, or starts a new one.
  EventFile(const fs::path& file, int64_t keep);
  void write(int64_t step, const std::string& tag, double value);
  int64_t bytes();

 private:
  void append(const std::string& record);

  fs::path file_;
  std::ofstream out_;
};

}  // namespace heed
