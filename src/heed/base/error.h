// The exceptions that Heed throws. A message is one line, which says what was expected, what was found, where
// (file:line) and what to do. A program prints it and exits with `exit_code`: 2 for wrong use, 1 for work
// that failed.
#pragma once

#include <stdexcept>
#include <string>

namespace heed {

struct Error : std::runtime_error {
  Error(const std::string& message, int code) : std::runtime_error(message), exit_code(code) {}
  int exit_code;
};

// An option on the command line or in a recipe is wrong, or options do not fit together.
struct OptionError : Error {
  explicit OptionError(const std::string& message) : Error(message, 2) {}
};

// A file is missing, damaged or unreadable, or cannot be written.
struct FileError : Error {
  explicit FileError(const std::string& message) : Error(message, 1) {}
};

// The content of an input cannot be used: invalid text, a wrong number of columns, a loss that is not a
// number.
struct InputError : Error {
  explicit InputError(const std::string& message) : Error(message, 1) {}
};

}  // namespace heed
