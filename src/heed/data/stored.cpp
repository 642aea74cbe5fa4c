#include "heed/data/stored.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <numeric>
#include <optional>

#include "heed/base/error.h"
#include "heed/base/quoted.h"
#include "heed/data/column.h"

namespace heed {
namespace {

// A file opened for reading. The destructor closes it.
class OpenFile {
 public:
  explicit OpenFile(const std::string& path)
      : path_(path), descriptor_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    struct stat info {};
    if (descriptor_ < 0 || ::fstat(descriptor_, &info) != 0) fail(std::strerror(errno));
    if (!S_ISREG(info.st_mode)) fail("it is no regular file");
    bytes_ = info.st_size;
    modified_ = int64_t{info.st_mtim.tv_sec} * 1'000'000'000 + info.st_mtim.tv_nsec;
  }
  ~OpenFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;

  int64_t bytes() const { return bytes_; }
  int64_t modified() const { return modified_; }

  std::string read(int64_t offset, int64_t count) const {
    std::string bytes(static_cast<std::size_t>(count), '\0');
    for (std::size_t got = 0; got < bytes.size();) {
      ssize_t some =
          ::pread(descriptor_, bytes.data() + got, bytes.size() - got, offset + static_cast<int64_t>(got));
      if (some < 0 && errno == EINTR) continue;
      if (some < 0) fail(std::strerror(errno));
      if (some == 0) fail("it is cut off");
      got += static_cast<std::size_t>(some);
    }
    return bytes;
  }

 private:
  [[noreturn]] void fail(const std::string& reason) const {
    throw FileError("cannot read " + path_ + ": " + reason);
  }

  std::string path_;
  int descriptor_;
  int64_t bytes_ = 0, modified_ = 0;
};

int64_t size_of(StoredArray::Type type) {
  switch (type) {
    case StoredArray::Type::f32:
      return 4;
    case StoredArray::Type::f64:
      return 8;
    case StoredArray::Type::u8:
      return 1;
    case StoredArray::Type::i16:
      return 2;
  }
  return 0;
}

// The text after 'key': in the header, which is a Python dictionary.
std::string_view value_of(std::string_view header, std::string_view key) {
  std::size_t at = header.find("'" + std::string(key) + "'");
  if (at == std::string_view::npos) return {};
  at = header.find(':', at);
  if (at == std::string_view::npos) return {};
  header.remove_prefix(std::min(header.size(), header.find_first_not_of(" ", at + 1)));
  return header;
}

std::optional<StoredArray::Type> type_of(std::string_view header) {
  std::string_view value = value_of(header, "descr");
  using Type = StoredArray::Type;
  for (auto [name, type] : {std::pair("'<f4'", Type::f32), std::pair("'<f8'", Type::f64),
                            std::pair("'|u1'", Type::u8), std::pair("'<i2'", Type::i16)}) {
    if (value.starts_with(name)) return type;
  }
  return std::nullopt;
}

// Parses "(120, 13)" or "(5,)"; returns nothing for other text.
std::optional<std::vector<int64_t>> shape_of(std::string_view header) {
  std::string_view value = value_of(header, "shape");
  std::size_t end = value.find(')');
  if (!value.starts_with('(') || end == std::string_view::npos) return std::nullopt;
  std::vector<int64_t> shape;
  for (std::size_t at = 1; at < end;) {
    if (value[at] == ' ' || value[at] == ',') {
      ++at;
      continue;
    }
    int64_t extent = 0;
    auto [stop, error] = std::from_chars(value.data() + at, value.data() + end, extent);
    constexpr int64_t kMost = int64_t{1} << 40;
    if (error != std::errc() || extent < 0 || extent > kMost) return std::nullopt;
    shape.push_back(extent);
    at = static_cast<std::size_t>(stop - value.data());
  }
  return shape;
}

// The number of elements of an array of this shape, if a file can be that large.
std::optional<int64_t> count_of(const std::vector<int64_t>& shape) {
  int64_t count = 1;
  for (int64_t extent : shape) {
    constexpr int64_t kMost = int64_t{1} << 50;
    if (extent != 0 && count > kMost / extent) return std::nullopt;
    count *= extent;
  }
  return count;
}

template <class T>
std::vector<float> converted(const std::string& bytes) {
  std::vector<float> numbers(bytes.size() / sizeof(T));
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    T value;
    std::memcpy(&value, bytes.data() + i * sizeof value, sizeof value);
    numbers[i] = static_cast<float>(value);
  }
  return numbers;
}

}  // namespace

int64_t StoredArray::count() const {
  return std::accumulate(shape.begin(), shape.end(), int64_t{1}, std::multiplies<>());
}

StoredArray find_npy(const std::string& file) {
  OpenFile open(file);
  auto require = [&](bool good, const std::string& expected) {
    if (!good) throw InputError(file + ": expected " + expected + "; is it a file that numpy.save wrote?");
  };
  constexpr int64_t kPrefix = 10, kLongestHeader = 1 << 16;
  require(open.bytes() >= kPrefix,
          "a NumPy array (.npy), found a file of " + std::to_string(open.bytes()) + " bytes");
  std::string prefix = open.read(0, std::min<int64_t>(open.bytes(), kPrefix + 2));
  require(prefix.starts_with("\x93NUMPY"), "a NumPy array (.npy), found something else");
  auto byte = [&](std::size_t i) { return int64_t{static_cast<unsigned char>(prefix[i])}; };
  bool is_long = byte(6) >= 2;
  require(byte(6) >= 1 && byte(6) <= 3 && prefix.size() == kPrefix + 2, "a NumPy array of version 1, 2 or 3");
  int64_t begin = is_long ? kPrefix + 2 : kPrefix;
  int64_t length = byte(8) + (byte(9) << 8) + (is_long ? (byte(10) << 16) + (byte(11) << 24) : 0);
  require(length <= kLongestHeader && begin + length <= open.bytes(), "a header that lies in the file");
  std::string header = open.read(begin, length);
  auto type = type_of(header);
  auto shape = shape_of(header);
  require(type.has_value(), "numbers of the type <f4, <f8, |u1 or <i2, found " +
                                in_quotes(value_of(header, "descr").substr(0, 12)));
  require(value_of(header, "fortran_order").starts_with("False"), "an array in C order");
  require(shape.has_value(), "a shape such as (120, 13)");
  std::optional<int64_t> count = count_of(*shape);
  int64_t offset = begin + length;
  if (!count || *count > (open.bytes() - offset) / size_of(*type))
    throw FileError(
        file + ": expected as many numbers as its header says, found a file that ends before; it is cut off");
  return {file, offset, *shape, *type, open.bytes(), open.modified()};
}

std::vector<float> read_stored(const StoredArray& array) {
  OpenFile open(array.file);
  if (open.bytes() != array.bytes || open.modified() != array.modified)
    throw FileError(
        array.file +
        ": expected the file as it was when the examples were made, found one that was changed since; "
        "start again, so that it is read anew");
  std::string bytes = open.read(array.offset, array.count() * size_of(array.type));
  switch (array.type) {
    case StoredArray::Type::f32:
      return converted<float>(bytes);
    case StoredArray::Type::f64:
      return converted<double>(bytes);
    case StoredArray::Type::u8:
      return converted<uint8_t>(bytes);
    case StoredArray::Type::i16:
      return converted<int16_t>(bytes);
  }
  return {};
}

bool is_unchanged(const StoredArray& array) {
  struct stat info {};
  if (::stat(array.file.c_str(), &info) != 0) return false;
  return info.st_size == array.bytes &&
         int64_t{info.st_mtim.tv_sec} * 1'000'000'000 + info.st_mtim.tv_nsec == array.modified;
}

void read_stored_columns(Example& example) {
  for (Column& column : example.columns) {
    if (!column.stored) continue;
    column.numbers = read_stored(*column.stored);
    column.stored.reset();
  }
}

}  // namespace heed
