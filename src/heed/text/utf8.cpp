#include "heed/text/utf8.h"

#include <unicode/utf8.h>

namespace heed {
namespace {

// Calls visit(begin, end, code_point) for each code point; code_point < 0 where the bytes are invalid.
template <class Visit>
void walk(std::string_view text, Visit visit) {
  const auto* bytes = reinterpret_cast<const uint8_t*>(text.data());
  auto size = static_cast<int64_t>(text.size());
  for (int64_t at = 0; at < size;) {
    int64_t begin = at;
    UChar32 code_point = 0;
    U8_NEXT(bytes, at, size, code_point);
    visit(begin, at, static_cast<int32_t>(code_point));
  }
}

}  // namespace

std::optional<int64_t> find_invalid_utf8(std::string_view text) {
  std::optional<int64_t> found;
  walk(text, [&](int64_t begin, int64_t, int32_t code_point) {
    if (code_point < 0 && !found) found = begin;
  });
  return found;
}

std::string replace_invalid_utf8(std::string_view text) {
  std::string result;
  walk(text, [&](int64_t begin, int64_t end, int32_t code_point) {
    if (code_point < 0) {
      result += "\xEF\xBF\xBD";
    } else {
      result += text.substr(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin));
    }
  });
  return result;
}

std::vector<std::string_view> code_points(std::string_view text) {
  std::vector<std::string_view> points;
  walk(text, [&](int64_t begin, int64_t end, int32_t) {
    points.push_back(text.substr(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin)));
  });
  return points;
}

}  // namespace heed
