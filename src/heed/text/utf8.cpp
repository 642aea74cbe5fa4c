#include "heed/text/utf8.h"

#include <unicode/uchar.h>
#include <unicode/utf8.h>

namespace heed {

int32_t next_code_point(std::string_view text, int64_t& at) {
  const auto* bytes = reinterpret_cast<const uint8_t*>(text.data());
  auto size = static_cast<int64_t>(text.size());
  UChar32 code_point = 0;
  U8_NEXT(bytes, at, size, code_point);
  return static_cast<int32_t>(code_point);
}

std::optional<int64_t> find_invalid_utf8(std::string_view text) {
  auto size = static_cast<int64_t>(text.size());
  for (int64_t at = 0; at < size;) {
    int64_t begin = at;
    if (next_code_point(text, at) < 0) return begin;
  }
  return std::nullopt;
}

std::string replace_invalid_utf8(std::string_view text) {
  std::string result;
  auto size = static_cast<int64_t>(text.size());
  for (int64_t at = 0; at < size;) {
    int64_t begin = at;
    if (next_code_point(text, at) < 0) {
      result += "\xEF\xBF\xBD";
    } else {
      result += text.substr(static_cast<std::size_t>(begin), static_cast<std::size_t>(at - begin));
    }
  }
  return result;
}

std::vector<std::string_view> code_points(std::string_view text) {
  std::vector<std::string_view> points;
  auto size = static_cast<int64_t>(text.size());
  for (int64_t at = 0; at < size;) {
    int64_t begin = at;
    next_code_point(text, at);
    points.push_back(text.substr(static_cast<std::size_t>(begin), static_cast<std::size_t>(at - begin)));
  }
  return points;
}

int64_t code_point_start(std::string_view text, int64_t at) {
  if (at >= static_cast<int64_t>(text.size())) return static_cast<int64_t>(text.size());
  while (at > 0 && (static_cast<unsigned char>(text[static_cast<std::size_t>(at)]) & 0xC0) == 0x80) --at;
  return at;
}

bool is_white_space(int32_t code_point) {
  return code_point >= 0 && u_isUWhiteSpace(code_point);
}

std::vector<int32_t> word_numbers(std::string_view text) {
  std::vector<int32_t> numbers(text.size(), -1);
  int32_t word = -1;
  bool inside = false;
  auto size = static_cast<int64_t>(text.size());
  for (int64_t at = 0; at < size;) {
    int64_t begin = at;
    bool space = is_white_space(next_code_point(text, at));
    if (!space && !inside) ++word;
    inside = !space;
    for (int64_t byte = begin; byte < at; ++byte) numbers[static_cast<std::size_t>(byte)] = space ? -1 : word;
  }
  return numbers;
}

int64_t count_words(std::string_view text) {
  int64_t words = 0;
  bool inside = false;
  auto size = static_cast<int64_t>(text.size());
  for (int64_t at = 0; at < size;) {
    bool space = is_white_space(next_code_point(text, at));
    words += !space && !inside ? 1 : 0;
    inside = !space;
  }
  return words;
}

int32_t first_word(const std::vector<int32_t>& numbers, int64_t begin, int64_t end) {
  for (int64_t byte = begin; byte < end; ++byte) {
    if (int32_t word = numbers[static_cast<std::size_t>(byte)]; word >= 0) return word;
  }
  return -1;
}

}  // namespace heed
