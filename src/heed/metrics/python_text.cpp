#include "heed/metrics/python_text.h"

#include <unicode/bytestream.h>
#include <unicode/casemap.h>
#include <unicode/utf8.h>

#include "heed/base/error.h"

namespace heed {

bool is_python_space(char32_t point) {
  return (point >= 0x09 && point <= 0x0D) || (point >= 0x1C && point <= 0x20) || point == 0x85 ||
         point == 0xA0 || point == 0x1680 || (point >= 0x2000 && point <= 0x200A) || point == 0x2028 ||
         point == 0x2029 || point == 0x202F || point == 0x205F || point == 0x3000;
}

std::u32string to_utf32(std::string_view text) {
  std::u32string points;
  points.reserve(text.size());
  const auto* bytes = reinterpret_cast<const uint8_t*>(text.data());
  auto size = static_cast<int64_t>(text.size());
  for (int64_t at = 0; at < size;) {
    UChar32 point = 0;
    U8_NEXT_OR_FFFD(bytes, at, size, point);
    points.push_back(static_cast<char32_t>(point));
  }
  return points;
}

std::string to_utf8(std::u32string_view text) {
  std::string bytes;
  for (char32_t point : text) {
    char buffer[U8_MAX_LENGTH];
    int length = 0;
    U8_APPEND_UNSAFE(buffer, length, static_cast<UChar32>(point));
    bytes.append(buffer, static_cast<std::size_t>(length));
  }
  return bytes;
}

std::string_view right_stripped(std::string_view text) {
  while (!text.empty()) {
    std::size_t last = text.size() - 1;
    while (last > 0 && U8_IS_TRAIL(text[last])) --last;
    std::u32string point = to_utf32(text.substr(last));
    if (point.size() != 1 || !is_python_space(point[0])) break;
    text = text.substr(0, last);
  }
  return text;
}

std::vector<std::string> split_at_spaces(std::u32string_view text) {
  std::vector<std::string> words;
  for (std::size_t at = 0; at < text.size();) {
    while (at < text.size() && is_python_space(text[at])) ++at;
    std::size_t begin = at;
    while (at < text.size() && !is_python_space(text[at])) ++at;
    if (at > begin) words.push_back(to_utf8(text.substr(begin, at - begin)));
  }
  return words;
}

std::vector<std::string> split_at_spaces(std::string_view text) {
  return split_at_spaces(to_utf32(text));
}

std::string lowercase(std::string_view text) {
  std::string lowered;
  icu::StringByteSink<std::string> sink(&lowered);
  UErrorCode status = U_ZERO_ERROR;
  icu::CaseMap::utf8ToLower("", 0, icu::StringPiece(text.data(), static_cast<int32_t>(text.size())), sink,
                            nullptr, status);
  if (U_FAILURE(status)) {
    throw InputError(std::string("cannot put a text into lower case: ") + u_errorName(status));
  }
  return lowered;
}

}  // namespace heed
