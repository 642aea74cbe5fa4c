// Packs values for a file: numbers in little-endian order, strings after their lengths.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "heed/base/error.h"

namespace heed {

template <class T>
std::string_view bytes_of(const T& value) {
  return {reinterpret_cast<const char*>(&value), sizeof value};
}

template <class T>
std::string_view bytes_of(const std::vector<T>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

class Packer {
 public:
  Packer& operator<<(uint64_t value) { return bytes_.append(bytes_of(value)), *this; }
  Packer& operator<<(int64_t value) { return *this << static_cast<uint64_t>(value); }
  Packer& operator<<(double value) { return bytes_.append(bytes_of(value)), *this; }
  Packer& operator<<(const std::string& text) {
    *this << static_cast<uint64_t>(text.size());
    return bytes_.append(text), *this;
  }
  Packer& operator<<(const std::vector<int64_t>& numbers) {
    *this << static_cast<uint64_t>(numbers.size());
    return bytes_.append(bytes_of(numbers)), *this;
  }
  const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

// Reads what a Packer wrote. Every read throws FileError, with a message that begins with `where`, if the
// bytes end too early.
class Unpacker {
 public:
  Unpacker(std::string_view bytes, const std::string& where) : bytes_(bytes), where_(where) {}

  template <class T>
  T number() {
    T value;
    std::memcpy(&value, take(sizeof value).data(), sizeof value);
    return value;
  }
  std::string text() { return std::string(take(number<uint64_t>())); }
  std::vector<int64_t> numbers() {
    auto count = number<uint64_t>();
    std::string_view bytes = count > bytes_.size() / sizeof(int64_t) ? take(std::string_view::npos)
                                                                     : take(count * sizeof(int64_t));
    std::vector<int64_t> numbers(count);
    // memcpy forbids the null pointers of an empty list.
    if (count > 0) std::memcpy(numbers.data(), bytes.data(), bytes.size());
    return numbers;
  }
  // Reads a count and calls read() that many times.
  template <class Read>
  void each(Read read) {
    for (auto count = number<uint64_t>(); count > 0; --count) read();
  }

 private:
  std::string_view take(std::size_t count) {
    if (count > bytes_.size()) throw FileError(where_ + ": the file is damaged: a part of it ends too early");
    std::string_view taken = bytes_.substr(0, count);
    bytes_.remove_prefix(count);
    return taken;
  }

  std::string_view bytes_;
  std::string where_;
};

}  // namespace heed
