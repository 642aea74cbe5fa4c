#include "heed/base/quoted.h"

namespace heed {

std::string printable(std::string_view text) {
  std::string shown;
  for (std::size_t i = 0; i < text.size(); ++i) {
    auto byte = static_cast<unsigned char>(text[i]);
    auto next = static_cast<unsigned char>(i + 1 < text.size() ? text[i + 1] : 0);
    if (byte < 0x20) {
      shown += {'\xE2', '\x90', static_cast<char>(0x80 + byte)};  // U+2400 and up
    } else if (byte == 0x7F) {
      shown += "\u2421";
    } else if (byte == 0xC2 && next >= 0x80 && next < 0xA0) {
      shown += "\uFFFD";
      ++i;
    } else {
      shown += text[i];
    }
  }
  return shown;
}

std::string shortened(std::string_view text, std::size_t bytes) {
  if (text.size() <= bytes) return std::string(text);
  auto continues = [&](std::size_t at) { return (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80; };
  std::size_t end = bytes;
  while (end > 0 && bytes - end < 3 && continues(end)) --end;
  return std::string(text.substr(0, end)) + "…";
}

std::string in_quotes(std::string_view text) {
  constexpr std::size_t kMost = 60;
  return "'" + printable(shortened(text, kMost)) + "'";
}

}  // namespace heed
