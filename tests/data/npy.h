// Files as numpy.save writes them, and files that are almost so.
#pragma once

#include <string>

namespace heed {

// A header of version 1 (`major` 2 and 3 have a longer length), filled up with spaces to a multiple of 64
// bytes.
inline std::string npy_header(const std::string& type, const std::string& shape, char major = 1,
                              const std::string& order = "False") {
  std::string text = "{'descr': '" + type + "', 'fortran_order': " + order + ", 'shape': " + shape + ", }";
  std::size_t before = major == 1 ? 10 : 12;
  while ((before + text.size() + 1) % 64 != 0) text += ' ';
  text += '\n';
  std::string header = std::string("\x93NUMPY") + major + '\0';
  for (std::size_t byte = 0; byte < before - 8; ++byte)
    header += static_cast<char>(text.size() >> (8 * byte) & 255);
  return header + text;
}

// The bytes of numbers in a row.
template <class T>
std::string raw_bytes(std::initializer_list<T> numbers) {
  return {reinterpret_cast<const char*>(numbers.begin()), numbers.size() * sizeof(T)};
}

}  // namespace heed
