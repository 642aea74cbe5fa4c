#include "heed/graph/model_files.h"

#include <xxhash.h>

#include <cstdio>
#include <memory>

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

namespace {

using State = std::unique_ptr<XXH3_state_t, XXH_errorcode (*)(XXH3_state_t*)>;

State make_state() {
  State state(XXH3_createState(), XXH3_freeState);
  XXH3_64bits_reset(state.get());
  return state;
}

std::string text_of(XXH64_hash_t hash) {
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(hash));
  return text;
}

}  // namespace

std::string checksum(std::string_view bytes) {
  return text_of(XXH3_64bits(bytes.data(), bytes.size()));
}

std::string checksum(std::initializer_list<std::string_view> pieces) {
  State state = make_state();
  for (std::string_view piece : pieces) XXH3_64bits_update(state.get(), piece.data(), piece.size());
  return text_of(XXH3_64bits_digest(state.get()));
}

std::string checksum(const MappedFile& file) {
  constexpr std::size_t kPart = 1 << 22;
  State state = make_state();
  for (std::string_view rest = file.bytes(); !rest.empty();) {
    std::string_view part = rest.substr(0, kPart);
    XXH3_64bits_update(state.get(), part.data(), part.size());
    file.drop_pages(part);
    rest.remove_prefix(part.size());
  }
  return text_of(XXH3_64bits_digest(state.get()));
}

}  // namespace heed
