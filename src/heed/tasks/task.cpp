#include "heed/tasks/task.h"

#include <algorithm>

#include "heed/base/error.h"
#include "heed/data/batch.h"

namespace heed {

const Vocabulary& Task::vocabulary(const std::string& name) const {
  throw OptionError("the task " + this->name() + " has no vocabulary '" + name + "'");
}

Example Task::vary(Example example, const Random&) const {
  return example;
}

std::string Task::unusable(const Example& example) const {
  Schema schema = this->schema();
  for (std::size_t i = 0; i < schema.size(); ++i)
    if (schema[i].kind != ColumnKind::links && length_of(example[i], schema[i]) == 0)
      return "an empty column";
  return "";
}

int64_t Task::cost(const Example& example) const {
  Schema schema = this->schema();
  int64_t cost = 1;
  for (std::size_t i = 0; i < schema.size(); ++i)
    if (schema[i].kind != ColumnKind::links) cost = std::max(cost, length_of(example[i], schema[i]));
  return cost;
}

std::string Task::answer(const Record&, const Prediction& prediction) const {
  return prediction.text;
}

}  // namespace heed
