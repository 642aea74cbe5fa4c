// A saved model is a directory. `model.json` names its format, its task and every file with size and
// checksum, and is written last: a directory without it is not a model yet. docs/model-directory.md specifies
// it.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "heed/base/files.h"

namespace heed {

struct ModelFacts {
  std::string task;
  int64_t parameters = 0;
  int64_t updates = 0;
};

// Opening checks the format and every file's size and checksum; a damaged model is refused with the reason.
class ModelDirectory {
 public:
  static constexpr int64_t kFormatVersion = 1;

  explicit ModelDirectory(const fs::path& path);

  const fs::path& path() const { return path_; }
  fs::path file(const std::string& name) const { return path_ / name; }
  std::string read(const std::string& name) const;  // a file that model.json names
  const ModelFacts& facts() const { return facts_; }
  int64_t format_version() const { return format_version_; }
  const std::string& heed_version() const { return heed_version_; }
  const std::map<std::string, int64_t>& files() const { return files_; }  // name → bytes

 private:
  void parse(const std::string& text);

  fs::path path_;
  ModelFacts facts_;
  int64_t format_version_ = 0;
  std::string heed_version_;
  std::map<std::string, int64_t> files_;
};

// True if `path` holds a finished model (whole or damaged).
bool is_model(const fs::path& path);

// Writes the files, each atomically, then model.json.
void write_model(const fs::path& path, const std::map<std::string, std::string>& files,
                 const ModelFacts& facts);

}  // namespace heed
