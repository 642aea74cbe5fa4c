// The only list of tasks.
#pragma once

#include <memory>
#include <variant>

#include "heed/tasks/classify.h"
#include "heed/tasks/translate.h"

namespace heed {

using TaskOptions = std::variant<TranslateOptions, ClassifyOptions>;

std::unique_ptr<Task> make_task(const TaskOptions& options);

}  // namespace heed
