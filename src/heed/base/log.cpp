#include "heed/base/log.h"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "heed/base/quoted.h"

namespace heed {

void say(const std::string& message) {
  std::fprintf(stderr, "%s\n", printable(message).c_str());
}

void warn(const std::string& message) {
  std::fprintf(stderr, "heed: warning: %s\n", printable(message).c_str());
}

bool stderr_is_terminal() {
  const char* term = std::getenv("TERM");
  return ::isatty(STDERR_FILENO) != 0 && term != nullptr && std::string_view(term) != "dumb";
}

}  // namespace heed
