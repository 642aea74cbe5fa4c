#include "heed/graph/model_files.h"

#include <xxhash.h>

#include <cstdio>

#include "heed/base/error.h"

namespace heed {

void ModelFiles::require_file(const std::string& name) const {
  if (files_.contains(name)) return;
  throw FileError(path_.string() + " has no " + name + "; it was made for another task, or is damaged");
}

void ModelFiles::require_format(int64_t newest) const {
  if (format_version_ >= 1 && format_version_ <= newest) return;
  throw FileError(path_.string() + " has the model format " + std::to_string(format_version_) +
                  "; this program reads formats 1 to " + std::to_string(newest) + ": use a newer heed");
}

std::string checksum(std::string_view bytes) {
  char text[17];
  std::snprintf(text, sizeof text, "%016llx",
                static_cast<unsigned long long>(XXH3_64bits(bytes.data(), bytes.size())));
  return text;
}

}  // namespace heed
