#include "heed/text/name_lines.h"

#include "heed/base/error.h"

namespace heed {
namespace {

constexpr std::string_view kEscaped = "\\\n\t\r", kEscapes = "\\ntr";

std::string escape(const std::string& token) {
  std::string text;
  for (char c : token) {
    std::size_t which = kEscaped.find(c);
    if (which == std::string_view::npos) {
      text += c;
    } else {
      text += '\\';
      text += kEscapes[which];
    }
  }
  return text;
}

std::string unescape(std::string_view line, const std::string& where) {
  std::string token;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] != '\\') {
      token += line[i];
      continue;
    }
    std::size_t which = i + 1 < line.size() ? kEscapes.find(line[i + 1]) : std::string_view::npos;
    if (which == std::string_view::npos) {
      throw FileError(where + ": expected \\\\, \\n, \\t or \\r after a backslash");
    }
    token += kEscaped[which];
    ++i;
  }
  return token;
}

}  // namespace

std::string write_name_lines(std::span<const std::string> names) {
  std::string text;
  for (const std::string& name : names) text += escape(name) + "\n";
  return text;
}

void read_name_lines(std::string_view text, const std::string& where,
                     const std::function<void(std::string name, const std::string& at)>& visit) {
  for (int64_t line = 1; !text.empty(); ++line) {
    std::size_t end = text.find('\n');
    std::string at = where + ":" + std::to_string(line);
    if (end == std::string_view::npos)
      throw FileError(at + ": the last line has no end; the file was cut off");
    visit(unescape(text.substr(0, end), at), at);
    text.remove_prefix(end + 1);
  }
}

}  // namespace heed
