#include "cli/lines.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string_view>
#include <utility>

#include "heed/base/error.h"
#include "heed/data/encoding.h"

namespace heed::cli {
namespace {

// A cut must not leave half a code point.
void drop_half_code_point(std::string& text) {
  std::size_t size = text.size();
  while (size > 0 && text.size() - size < 3 && (static_cast<unsigned char>(text[size - 1]) & 0xC0) == 0x80)
    --size;
  if (size > 0 && static_cast<unsigned char>(text[size - 1]) >= 0xC0) text.resize(size - 1);
}

void require_plain_text(std::string_view beginning) {
  if (is_gzip(beginning))
    throw InputError("standard input: expected text, found gzip; decompress it first (zcat)");
  require_text(beginning, "standard input");
}

}  // namespace

std::vector<Line> LineReader::next(std::size_t lines, std::size_t bytes) {
  std::vector<Line> taken;
  Line line;
  for (std::size_t size = 0;;) {
    while (take(line)) {
      size += line.text.size();
      taken.push_back(std::move(line));
      if (taken.size() >= lines || size >= bytes) return taken;
    }
    if (ended_ || (!taken.empty() && !waiting())) return taken;
    fill();
  }
}

bool LineReader::take(Line& line) {
  const char* from = buffer_.data() + at_;
  auto found = static_cast<std::size_t>(std::find(from, from + (size_ - at_), '\n') - from);
  bool whole = at_ + found < size_;
  std::size_t kept = std::min(found, kLongestLine - line_.text.size());
  line_.text.append(from, kept);
  line_.cut = line_.cut || kept < found;
  at_ += found + (whole ? 1 : 0);
  // The last line need not have an end.
  if (!whole && !(ended_ && !line_.text.empty())) return false;
  if (line_.cut) drop_half_code_point(line_.text);
  line = std::exchange(line_, {});
  return true;
}

bool LineReader::waiting() const {
  pollfd input{descriptor_, POLLIN, 0};
  return ::poll(&input, 1, 0) > 0;
}

void LineReader::fill() {
  at_ = size_ = 0;
  for (;;) {
    ssize_t count = ::read(descriptor_, buffer_.data(), buffer_.size());
    if (count >= 0) {
      size_ = static_cast<std::size_t>(count);
      ended_ = count == 0;
      if (!std::exchange(begun_, true)) require_plain_text({buffer_.data(), size_});
      return;
    }
    pollfd input{descriptor_, POLLIN, 0};
    if (errno == EAGAIN)
      ::poll(&input, 1, -1);
    else if (errno != EINTR)
      throw FileError("cannot read standard input; is it a directory?");
  }
}

}  // namespace heed::cli
