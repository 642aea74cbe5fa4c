#include "heed/base/log.h"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace heed {

void say(const std::string& message) {
  std::fprintf(stderr, "%s\n", message.c_str());
}

void warn(const std::string& message) {
  std::fprintf(stderr, "heed: warning: %s\n", message.c_str());
}

bool stderr_is_terminal() {
  const char* term = std::getenv("TERM");
  return ::isatty(STDERR_FILENO) != 0 && term != nullptr && std::string_view(term) != "dumb";
}

}  // namespace heed
