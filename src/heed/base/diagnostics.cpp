#include "heed/base/diagnostics.h"

#include <atomic>

namespace heed {
namespace {

std::atomic<Diagnostics*> current = nullptr;

}  // namespace

Diagnostics* set_diagnostics(Diagnostics* sink) {
  return current.exchange(sink);
}

Diagnostics* diagnostics() {
  return current;
}

void say(const std::string& message) {
  if (Diagnostics* sink = diagnostics()) sink->message(message);
}

void warn(const std::string& message) {
  if (Diagnostics* sink = diagnostics()) sink->warning(message);
}

}  // namespace heed
