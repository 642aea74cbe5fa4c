// What a model requires of a task. Each function returns the index of a required column in the schema. It
// throws OptionError, which names the model and the task, if there is no such column or more than one.
#pragma once

#include <functional>
#include <string>

#include "heed/tasks/task.h"

namespace heed {

// The only column that `fits`. `expected` describes it in the error, as in "an answer that is one class".
std::size_t require_column(const Task& task, const std::string& model, const std::string& expected,
                           const std::function<bool(const ColumnSpec&)>& fits);

// The only input, which must be a sequence of tokens or of vectors.
std::size_t require_one_sequence(const Task& task, const std::string& model);
// The only input, which must be a sequence of tokens.
std::size_t require_one_text(const Task& task, const std::string& model);
// The answer that is generated token by token.
std::size_t require_written(const Task& task, const std::string& model);
// The answer that is a class.
std::size_t require_class(const Task& task, const std::string& model);

}  // namespace heed
