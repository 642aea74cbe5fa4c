// The one exception family. A message says what was expected, what was found, where (file:line) and what to
// do, on one line; the program prints it and exits with `exit_code`: 2 for bad use, 1 for work that failed.
#pragma once

#include <stdexcept>
#include <string>

namespace heed {

struct Error : std::runtime_error {
  Error(const std::string& message, int code) : std::runtime_error(message), exit_code(code) {}
  int exit_code;
};

// A wrong option: on the command line, in a recipe, or options that do not fit together.
struct OptionError : Error {
  explicit OptionError(const std::string& message) : Error(message, 2) {}
};

// A file that is missing, damaged, unreadable or cannot be written.
struct FileError : Error {
  explicit FileError(const std::string& message) : Error(message, 1) {}
};

// Input whose content cannot be used: invalid text, wrong number of columns, a loss that is not a number.
struct InputError : Error {
  explicit InputError(const std::string& message) : Error(message, 1) {}
};

}  // namespace heed
