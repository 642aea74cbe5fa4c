// A model in one file, as `heed export` writes it. The file is mapped into memory and used in place.
// docs/packed-file.md specifies it: a magic word, a header, and the named pieces, each aligned to a cache
// line and with a checksum.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "heed/graph/model_files.h"

namespace heed {

class PackedModel : public ModelFiles {
 public:
  static constexpr int64_t kFormatVersion = 1;

  explicit PackedModel(const fs::path& path);

  std::string read(const std::string& name) const override { return std::string(piece(name)); }
  // The bytes of a piece. They live as long as this object and begin at a multiple of 64 bytes.
  std::string_view piece(const std::string& name) const;
  // Throws FileError if the file has changed since it was opened, because it is used in place.
  void require_unchanged() const { file_.require_unchanged(); }

 private:
  void parse(std::string_view bytes);

  MappedFile file_;
  std::map<std::string, std::string_view> pieces_;
};

// Whether `path` is a file that begins with the magic word of the format.
bool is_packed_model(const fs::path& path);

// Writes the pieces one after the other. The file gets its name when it is complete.
class PackedModelWriter {
 public:
  explicit PackedModelWriter(ModelFacts facts) : facts_(std::move(facts)) {}
  // Adds a piece. The bytes must live until write().
  void add(const std::string& name, std::string_view bytes) { pieces_.emplace_back(name, bytes); }
  // Returns the size of the file in bytes.
  std::size_t write(const fs::path& path) const;

 private:
  ModelFacts facts_;
  std::vector<std::pair<std::string, std::string_view>> pieces_;
};

}  // namespace heed
