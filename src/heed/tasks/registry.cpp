#include "heed/tasks/registry.h"

namespace heed {

std::unique_ptr<Task> make_task(const TaskOptions& options) {
  return std::visit([](const auto& o) { return o.make(); }, options);
}

}  // namespace heed
