#include "heed/show/characters.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace heed::show {

namespace {

struct Range {
  char32_t first, last;
};

template <std::size_t N>
bool within(const std::array<Range, N>& ranges, char32_t c) {
  return std::any_of(ranges.begin(), ranges.end(), [c](Range r) { return c >= r.first && c <= r.last; });
}

constexpr std::array<Range, 9> kCombining = {{{0x300, 0x36F},
                                              {0x483, 0x489},
                                              {0x591, 0x5BD},
                                              {0x610, 0x61A},
                                              {0x64B, 0x65F},
                                              {0x200B, 0x200D},
                                              {0x20D0, 0x20FF},
                                              {0xFE00, 0xFE0F},
                                              {0x1F3FB, 0x1F3FF}}};
constexpr std::array<Range, 9> kWide = {{{0x1100, 0x115F},
                                         {0x2E80, 0x303E},
                                         {0x3041, 0xA4CF},
                                         {0xAC00, 0xD7A3},
                                         {0xF900, 0xFAFF},
                                         {0xFE30, 0xFE6F},
                                         {0xFF00, 0xFF60},
                                         {0x1F300, 0x1FAFF},
                                         {0x20000, 0x3FFFD}}};
// Controls, zero-width space, bidirectional controls, byte order mark, and what XML 1.0 forbids.
constexpr std::array<Range, 8> kUndrawable = {{{0x00, 0x1F},
                                               {0x7F, 0x9F},
                                               {0x200B, 0x200B},
                                               {0x200E, 0x200F},
                                               {0x2028, 0x202E},
                                               {0x2066, 0x2069},
                                               {0xFEFF, 0xFEFF},
                                               {0xFFFE, 0xFFFF}}};

// The spaces that are drawn as a gap when single inside a label, and as ␣ elsewhere, where they could be
// overlooked.
bool is_gap(char32_t c) {
  return c == ' ' || c == 0xA0 || c == 0x3000;
}

// The length a first byte promises, 0 if none can start with it.
int sequence_length(unsigned char first) {
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first < 0xE0) return 2;
  if (first >= 0xE0 && first < 0xF0) return 3;
  return first >= 0xF0 && first < 0xF5 ? 4 : 0;
}

// Reads one character at `at` and moves past it, or past a single byte if it is not valid.
char32_t next(std::string_view bytes, std::size_t& at) {
  const auto first = static_cast<unsigned char>(bytes[at]);
  const int length = sequence_length(first);
  const std::size_t start = at++;
  if (length == 0 || start + static_cast<std::size_t>(length) > bytes.size()) return kReplacement;
  if (length == 1) return first;
  char32_t c = first & (0x7Fu >> length);
  for (int i = 1; i < length; ++i) {
    const auto byte = static_cast<unsigned char>(bytes[start + static_cast<std::size_t>(i)]);
    if ((byte & 0xC0) != 0x80) return kReplacement;
    c = (c << 6) | (byte & 0x3Fu);
  }
  const char32_t least = length == 2 ? 0x80 : length == 3 ? 0x800 : 0x10000;
  if (c < least || c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF)) return kReplacement;
  at = start + static_cast<std::size_t>(length);
  return c;
}

void append(std::string& out, char32_t c) {
  const auto put = [&out](char32_t byte) { out += static_cast<char>(byte); };
  if (c < 0x80) return put(c);
  if (c < 0x800) {
    put(0xC0 | c >> 6);
  } else {
    if (c < 0x10000) {
      put(0xE0 | c >> 12);
    } else {
      put(0xF0 | c >> 18);
      put(0x80 | (c >> 12 & 0x3F));
    }
    put(0x80 | (c >> 6 & 0x3F));
  }
  put(0x80 | (c & 0x3F));
}

}  // namespace

std::u32string decode(std::string_view bytes) {
  std::u32string out;
  out.reserve(bytes.size());
  for (std::size_t at = 0; at < bytes.size();) out += next(bytes, at);
  return out;
}

std::string encode(std::u32string_view characters) {
  std::string out;
  out.reserve(characters.size());
  for (const char32_t c : characters) append(out, c);
  return out;
}

std::u32string visible(std::string_view label) {
  const std::u32string raw = decode(label);
  std::u32string out;
  for (std::size_t i = 0; i < raw.size(); ++i) {
    const char32_t c = raw[i];
    if (is_gap(c)) {
      const bool lone = i > 0 && i + 1 < raw.size() && !is_gap(raw[i - 1]) && !is_gap(raw[i + 1]);
      out += lone ? U' ' : U'␣';
    } else if (c == '\t' || c == '\n') {
      out += c == '\t' ? U'⇥' : U'↵';
    } else {
      out += within(kUndrawable, c) ? kReplacement : c;
    }
  }
  return out;
}

std::string escape_xml(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (const char c : text) switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      default:
        out += c;
    }
  return out;
}

int terminal_width(char32_t character) {
  if (within(kCombining, character)) return 0;
  return within(kWide, character) ? 2 : 1;
}

int terminal_width(std::u32string_view text) {
  int width = 0;
  for (const char32_t c : text) width += terminal_width(c);
  return width;
}

}  // namespace heed::show
