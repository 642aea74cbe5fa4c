#include "heed/base/log.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <string_view>

#include "heed/base/quoted.h"

namespace heed {
namespace {

constexpr const char* kClearLine = "\r\033[K";

// The status line as it stands on the terminal, and what guards it.
struct Status {
  std::mutex guard;
  std::string line;
};

Status& status() {
  static Status status;
  return status;
}

// The first so many code points; every one is taken for as wide as a letter.
std::string cut(const std::string& text, std::size_t width) {
  std::size_t at = 0, seen = 0;
  for (; at < text.size(); ++at) {
    bool begins = (static_cast<unsigned char>(text[at]) & 0xC0) != 0x80;
    if (begins && seen++ == width) break;
  }
  return text.substr(0, at);
}

std::size_t terminal_width() {
  winsize size{};
  bool known = ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1;
  return known ? size.ws_col - 1U : 79U;  // a character in the last column makes some terminals wrap
}

void print_line(const std::string& line) {
  Status& below = status();
  std::lock_guard lock(below.guard);
  if (below.line.empty())
    std::fprintf(stderr, "%s\n", line.c_str());
  else
    std::fprintf(stderr, "%s%s\n%s", kClearLine, line.c_str(), below.line.c_str());
  std::fflush(stderr);
}

}  // namespace

void say(const std::string& message) {
  print_line(printable(message));
}

void warn(const std::string& message) {
  print_line(printable("heed: warning: " + message));
}

bool stderr_is_terminal() {
  const char* term = std::getenv("TERM");
  return ::isatty(STDERR_FILENO) != 0 && term != nullptr && std::string_view(term) != "dumb";
}

void set_status(const std::string& line) {
  if (!stderr_is_terminal()) return;
  Status& below = status();
  std::lock_guard lock(below.guard);
  bool stands = !below.line.empty();
  below.line = cut(printable(line), terminal_width());
  if (stands || !below.line.empty()) std::fprintf(stderr, "%s%s", kClearLine, below.line.c_str());
  std::fflush(stderr);
}

}  // namespace heed
