// The names of classes and their numbers. The file has one name for each line, number = line; a backslash,
// newline, tab or carriage return inside a name is written as \\ \n \t \r.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace heed {

class ClassList {
 public:
  // Collects a name. settle() then numbers all names in byte order, so that the same names get the same
  // numbers. `option` names in errors what the classes are learnt for. Throws InputError unless there are at
  // least two classes.
  void observe(const std::string& name) { observed_.insert(name); }
  void settle(const std::string& option);

  // Throws FileError, with a message that begins with `where`, if to_text() did not make these bytes.
  void load(std::string_view text, const std::string& where);
  std::string to_text() const;

  int64_t size() const { return static_cast<int64_t>(names_.size()); }
  std::span<const std::string> names() const { return names_; }
  const std::string& name(int32_t number) const { return names_.at(static_cast<std::size_t>(number)); }
  // The number of a class; empty if there is no class of this name.
  std::optional<int32_t> number(const std::string& name) const;

 private:
  void set(std::vector<std::string> names);

  std::set<std::string> observed_;
  std::vector<std::string> names_;
  std::map<std::string, int32_t, std::less<>> numbers_;
};

}  // namespace heed
