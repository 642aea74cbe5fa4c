// A saved model is a directory. `model.json` names its format, its task and every file with size and
// checksum, and is written last: a directory without it is not a model yet. docs/model-directory.md specifies
// it.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "heed/graph/model_files.h"

namespace heed {

// Opening checks the format and every file's size and checksum.
class ModelDirectory : public ModelFiles {
 public:
  static constexpr int64_t kFormatVersion = 1;

  explicit ModelDirectory(const fs::path& path);

  fs::path file(const std::string& name) const { return path_ / name; }
  std::string read(const std::string& name) const override;

 private:
  void parse(const std::string& text);
};

// True if `path` holds a finished model (whole or damaged).
bool is_model(const fs::path& path);

// Writes the files, each atomically, then model.json. A model that was there is replaced: while it is, there
// is none.
void write_model(const fs::path& path, const std::map<std::string, std::string>& files,
                 const ModelFacts& facts);

}  // namespace heed
