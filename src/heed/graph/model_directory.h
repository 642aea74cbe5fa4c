// A saved model as a directory. `model.json` names its format, its task, and every file with size and
// checksum. It is written last: a directory without it is not a complete model. docs/model-directory.md
// specifies it.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "heed/graph/model_files.h"

namespace heed {

// Opening a directory checks the format and the size and checksum of every file.
class ModelDirectory : public ModelFiles {
 public:
  static constexpr int64_t kFormatVersion = 1;

  explicit ModelDirectory(const fs::path& path);

  fs::path file(const std::string& name) const { return path_ / name; }
  std::string read(const std::string& name) const override;

 private:
  void parse(const std::string& text);
};

// Whether `path` holds a completed model, which may be damaged.
bool is_model(const fs::path& path);

// Writes each file atomically, then model.json. An existing model is replaced; while this goes on, the
// directory holds no model.
void write_model(const fs::path& path, const std::map<std::string, std::string>& files,
                 const ModelFacts& facts);

}  // namespace heed
