// A list of names as a text file, one line for each name. A backslash, newline, tab or carriage return inside
// a name is written as \\ \n \t \r.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace heed {

std::string write_name_lines(std::span<const std::string> names);

// Calls visit(name, at) for each line, where `at` names file and line in errors. Throws FileError, with a
// message that begins with `where`, if the text is cut off or has a wrong escape.
void read_name_lines(std::string_view text, const std::string& where,
                     const std::function<void(std::string name, const std::string& at)>& visit);

}  // namespace heed
