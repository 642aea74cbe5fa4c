#include "heed/models/requirements.h"

#include "heed/base/error.h"

namespace heed {

std::size_t require_column(const Task& task, const std::string& model, const std::string& expected,
                           const std::function<bool(const ColumnSpec&)>& fits) {
  Schema schema = task.schema();
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < schema.size(); ++i)
    if (fits(schema[i])) found.push_back(i);
  if (found.size() == 1) return found[0];
  std::string columns;
  for (const ColumnSpec& spec : schema.columns)
    columns += (columns.empty() ? "" : ", ") + spec.name + " (" + name_of(spec.kind) + ", " +
               (spec.input ? "input" : "answer") + ")";
  throw OptionError("model.type: " + model + " needs a task with " + expected + ", found task.type: " +
                    task.name() + ", whose columns are " + columns + "; choose another model or task");
}

std::size_t require_one_sequence(const Task& task, const std::string& model) {
  return require_column(task, model, "one input, a sequence", [](const ColumnSpec& spec) {
    return spec.input && (spec.kind == ColumnKind::tokens || spec.kind == ColumnKind::numbers) &&
           spec.sequence;
  });
}

std::size_t require_one_text(const Task& task, const std::string& model) {
  return require_column(task, model, "one input, a text",
                        [](const ColumnSpec& spec) { return spec.input && spec.kind == ColumnKind::tokens; });
}

std::size_t require_written(const Task& task, const std::string& model) {
  return require_column(task, model, "an answer that is written token by token", [](const ColumnSpec& spec) {
    return !spec.input && spec.kind == ColumnKind::tokens;
  });
}

std::size_t require_class(const Task& task, const std::string& model) {
  return require_column(task, model, "an answer that is one class", [](const ColumnSpec& spec) {
    return !spec.input && spec.kind == ColumnKind::classes && !spec.sequence;
  });
}

}  // namespace heed
