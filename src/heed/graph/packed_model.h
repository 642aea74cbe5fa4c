// A model in one file, as `heed export` writes it: mapped into memory and used where it lies.
// docs/packed-file.md specifies it: a magic word, a header, and the pieces that it names, each at a line of
// the cache and with a checksum.
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
  // Lies there for as long as this lives, and begins at a multiple of 64 bytes.
  std::string_view piece(const std::string& name) const;
  // A FileError if the file was changed since it was opened: it is used where it lies.
  void require_unchanged() const { file_.require_unchanged(); }

 private:
  void parse(std::string_view bytes);

  MappedFile file_;
  std::map<std::string, std::string_view> pieces_;
};

// Whether `path` is a file that begins like one.
bool is_packed_model(const fs::path& path);

// One piece after the other; the file has its name when it is finished.
class PackedModelWriter {
 public:
  explicit PackedModelWriter(ModelFacts facts) : facts_(std::move(facts)) {}
  // The bytes must lie there until write().
  void add(const std::string& name, std::string_view bytes) { pieces_.emplace_back(name, bytes); }
  // Returns the size of the file in bytes.
  std::size_t write(const fs::path& path) const;

 private:
  ModelFacts facts_;
  std::vector<std::pair<std::string, std::string_view>> pieces_;
};

}  // namespace heed
