#include "heed/data/encoding.h"

#include <algorithm>
#include <array>

#include "heed/base/error.h"

namespace heed {
namespace {

using namespace std::string_view_literals;

struct Compression {
  std::string_view beginning, name, command;
};

constexpr std::array<Compression, 5> kCompressions = {{{"\x28\xB5\x2F\xFD"sv, "zstd", "zstd -dc"},
                                                       {"\xFD"
                                                        "7zXZ\0"sv,
                                                        "xz", "xz -dc"},
                                                       {"BZh"sv, "bzip2", "bzip2 -dc"},
                                                       {"PK\x03\x04"sv, "zip", "unzip -p"},
                                                       {"\x04\x22\x4D\x18"sv, "lz4", "lz4 -dc"}}};

// A text may begin with "BZh"; a bzip2 file continues with a digit and the digits of π.
bool is_compressed(std::string_view beginning, const Compression& by) {
  if (!beginning.starts_with(by.beginning)) return false;
  return by.name != "bzip2" || (beginning.size() >= 10 && beginning.substr(4, 6) == "1AY&SY");
}

// In UTF-16, letters of most alphabets have a zero byte, either their first or their second.
std::string_view utf16_of(std::string_view beginning) {
  if (beginning.starts_with("\xFF\xFE") || beginning.starts_with("\xFE\xFF")) return "UTF-16";
  std::string_view seen = beginning.substr(0, 1024);
  std::array<std::size_t, 2> zeros{};
  for (std::size_t i = 0; i < seen.size(); ++i) zeros[i % 2] += seen[i] == '\0' ? 1 : 0;
  if (seen.size() < 8 || std::max(zeros[0], zeros[1]) < seen.size() / 4) return "";
  return zeros[0] > zeros[1] ? "UTF-16BE" : "UTF-16LE";
}

}  // namespace

void require_text(std::string_view beginning, const std::string& shown) {
  for (const Compression& by : kCompressions) {
    if (is_compressed(beginning, by)) {
      throw InputError(shown + ": expected text, found " + std::string(by.name) + "; decompress it first (" +
                       std::string(by.command) + ")");
    }
  }
  if (std::string_view found = utf16_of(beginning); !found.empty()) {
    throw InputError(shown + ":1: expected UTF-8, found UTF-16; convert the file (iconv -f " +
                     std::string(found) + " -t UTF-8)");
  }
}

bool is_gzip(std::string_view beginning) {
  return beginning.starts_with("\x1F\x8B");
}

}  // namespace heed
