#include "heed/models/registry.h"

namespace heed {

std::unique_ptr<Model> make_model(const ModelOptions& options, const Task& task, const Scope& scope) {
  return std::visit([&](const auto& o) { return o.make(task, scope); }, options);
}

}  // namespace heed
