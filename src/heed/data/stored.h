// An array that stays in a file of its own until a batch needs it, such as frames of sound or features of a
// picture. Examples and the index hold only its location; the thread that makes a batch reads it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace heed {

struct StoredArray {
  enum class Type { f32, f64, u8, i16 };
  std::string file;
  int64_t offset = 0;          // offset of the first number, in bytes
  std::vector<int64_t> shape;  // row-major
  Type type = Type::f32;
  int64_t bytes = 0;     // size of the file when it was first seen
  int64_t modified = 0;  // time of its last change at that time, in nanoseconds since 1970
  bool operator==(const StoredArray&) const = default;

  int64_t count() const;  // the number of elements
};

// Finds the array in a NumPy file (.npy, versions 1 to 3, C order, little-endian float32, float64, uint8 or
// int16). Throws FileError if the file cannot be read or is cut off, and InputError if it holds something
// else.
StoredArray find_npy(const std::string& file);

// Reads the numbers and converts them to float. Throws FileError if the file cannot be read or has changed
// since it was found.
std::vector<float> read_stored(const StoredArray& array);

// Whether the file still has the same size and time of last change.
bool is_unchanged(const StoredArray& array);

}  // namespace heed
