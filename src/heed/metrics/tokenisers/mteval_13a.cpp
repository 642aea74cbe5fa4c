#include <utility>

#include "heed/metrics/python_text.h"
#include "heed/metrics/tokeniser.h"
#include "heed/metrics/tokenisers/rewrite.h"

namespace heed {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool is_point(char c) {
  return c == '.' || c == ',';
}

bool is_dash(char c) {
  return c == '-';
}

bool not_digit(char c) {
  return !is_digit(c);
}

// ASCII punctuation except ' , - and .
bool stands_alone(char c) {
  return (c >= '{' && c <= '~') || (c >= '[' && c <= '`') || (c >= ' ' && c <= '&') ||
         (c >= '(' && c <= '+') || (c >= ':' && c <= '@') || c == '/';
}

std::string replaced(const std::string& text, std::string_view from, std::string_view to) {
  std::string result;
  std::size_t at = 0;
  for (std::size_t hit; (hit = text.find(from, at)) != std::string::npos; at = hit + from.size()) {
    result.append(text, at, hit - at).append(to);
  }
  return result.append(text, at);
}

}  // namespace

Tokens split_western(const std::string& line) {
  std::string text = space_out(line, stands_alone);
  text = space_out_second(text, not_digit, is_point);
  text = space_out_first(text, is_point, not_digit);
  text = space_out_second(text, is_digit, is_dash);
  return split_at_spaces(text);
}

Tokens tokenise_13a(std::string_view line) {
  constexpr std::pair<const char*, const char*> kReplacements[] = {
      {"<skipped>", ""}, {"-\n", ""},   {"\n", " "},  {"&quot;", "\""},
      {"&amp;", "&"},    {"&lt;", "<"}, {"&gt;", ">"}};
  std::string text(line);
  for (const auto& [from, to] : kReplacements) text = replaced(text, from, to);
  return split_western(" " + text + " ");
}

}  // namespace heed
