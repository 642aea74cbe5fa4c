#include "heed/text/class_list.h"

#include "heed/base/error.h"
#include "heed/text/name_lines.h"

namespace heed {

void ClassList::settle(const std::string& option) {
  set({observed_.begin(), observed_.end()});
  observed_.clear();
  if (size() < 2)
    throw InputError(option + ": expected at least two classes to tell apart, found " +
                     (names_.empty() ? "none" : "'" + names_[0] + "' alone"));
}

void ClassList::load(std::string_view text, const std::string& where) {
  std::vector<std::string> names;
  read_name_lines(text, where,
                  [&](std::string name, const std::string&) { names.push_back(std::move(name)); });
  set(std::move(names));
  if (numbers_.size() != names_.size())
    throw FileError(where + ": expected classes of different names, found one twice");
}

std::string ClassList::to_text() const {
  return write_name_lines(names_);
}

std::optional<int32_t> ClassList::number(const std::string& name) const {
  auto found = numbers_.find(name);
  return found == numbers_.end() ? std::nullopt : std::optional(found->second);
}

void ClassList::set(std::vector<std::string> names) {
  names_ = std::move(names);
  numbers_.clear();
  for (std::size_t i = 0; i < names_.size(); ++i) numbers_.emplace(names_[i], static_cast<int32_t>(i));
}

}  // namespace heed
