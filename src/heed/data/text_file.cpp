#include "heed/data/text_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <cerrno>
#include <cstring>

#include "heed/base/error.h"
#include "heed/data/encoding.h"
#include "heed/text/utf8.h"

namespace heed {
namespace {

constexpr std::size_t kBuffer = 1 << 17;

[[noreturn]] void fail(const std::string& path, const std::string& reason) {
  throw FileError("cannot read " + path + ": " + reason);
}

// Removes zlib's own name for the file, with which its messages begin.
std::string without_name(const std::string& reason) {
  std::size_t colon = reason.find(": ");
  return colon == std::string::npos ? reason : reason.substr(colon + 2);
}

}  // namespace

TextFile::TextFile(const std::string& path) : TextFile(::open(path.c_str(), O_RDONLY | O_CLOEXEC), path) {}

TextFile::TextFile(int descriptor, const std::string& shown) : path_(shown), buffer_(kBuffer) {
  if (descriptor < 0) fail(path_, std::strerror(errno));
  struct stat info {};
  bool directory = ::fstat(descriptor, &info) == 0 && S_ISDIR(info.st_mode);
  bytes_ = info.st_size;
  gzFile file = directory ? nullptr : gzdopen(descriptor, "rb");
  if (file == nullptr) {
    ::close(descriptor);
    fail(path_, directory ? "it is a directory; expected a file" : "no memory");
  }
  gzbuffer(file, kBuffer);
  file_ = file;
}

TextFile::~TextFile() {
  gzclose(static_cast<gzFile>(file_));
}

int64_t TextFile::bytes_read() const {
  return gzoffset(static_cast<gzFile>(file_));
}

bool TextFile::fill() {
  auto* file = static_cast<gzFile>(file_);
  int count = gzread(file, buffer_.data(), static_cast<unsigned>(buffer_.size()));
  int code = Z_OK;
  const char* reason = gzerror(file, &code);
  if (code == Z_ERRNO) fail(path_, std::strerror(errno));
  if (count < 0 || (code != Z_OK && code != Z_STREAM_END)) {
    throw FileError(path_ + ": the gzip file is cut off or damaged behind line " + std::to_string(line_) +
                    " (" + without_name(reason) + "); copy or download it again");
  }
  at_ = 0;
  end_ = static_cast<std::size_t>(count);
  if (line_ == 0) require_text({buffer_.data(), end_}, path_);
  return count > 0;
}

bool TextFile::next(std::string& line) {
  line.clear();
  bool any = false;
  for (bool found = false; !found;) {
    if (at_ == end_ && !fill()) break;
    any = true;
    const char* begin = buffer_.data() + at_;
    const void* newline = std::memchr(begin, '\n', end_ - at_);
    found = newline != nullptr;
    auto length = found ? static_cast<std::size_t>(static_cast<const char*>(newline) - begin) : end_ - at_;
    if (line.size() + length > kLongestLine) refuse_long_line();
    line.append(begin, length);
    at_ += length + (found ? 1 : 0);
  }
  if (!any) return false;
  ++line_;
  if (line.ends_with('\r')) line.pop_back();
  if (line_ == 1 && line.starts_with("\xEF\xBB\xBF")) line.erase(0, 3);
  check(line);
  return true;
}

void TextFile::refuse_long_line() const {
  throw InputError(path_ + ":" + std::to_string(line_ + 1) + ": expected lines of at most " +
                   std::to_string(kLongestLine >> 20) +
                   " MiB, found a longer one; is it text? Split or remove the line");
}

void TextFile::check(const std::string& line) const {
  if (auto byte = find_invalid_utf8(line)) {
    throw InputError(where() + ": expected UTF-8, found an invalid byte at position " +
                     std::to_string(*byte + 1) +
                     " of the line; convert the file (iconv -t UTF-8) or remove the line");
  }
  if (line.find('\0') != std::string::npos) {
    throw InputError(where() + ": expected text, found a NUL byte; remove it (tr -d '\\000')");
  }
}

}  // namespace heed
