// The files of a saved model, either in a directory (model_directory.h) or in one packed file
// (packed_model.h). Opening checks all of them, and throws an error with the reason if the model is damaged.
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

class ModelFiles {
 public:
  virtual ~ModelFiles() = default;
  ModelFiles(const ModelFiles&) = delete;
  ModelFiles& operator=(const ModelFiles&) = delete;

  const fs::path& path() const { return path_; }
  const ModelFacts& facts() const { return facts_; }
  int64_t format_version() const { return format_version_; }
  const std::string& heed_version() const { return heed_version_; }
  const std::map<std::string, int64_t>& files() const { return files_; }  // name → bytes

  virtual std::string read(const std::string& name) const = 0;  // `name` must be one of files()
  // the path of a file, for errors
  std::string where(const std::string& name) const { return (path_ / name).string(); }

 protected:
  explicit ModelFiles(fs::path path) : path_(std::move(path)) {}
  void require_file(const std::string& name) const;
  // Throws an error unless this program can read that version of the format.
  void require_format(int64_t newest) const;

  fs::path path_;
  ModelFacts facts_;
  int64_t format_version_ = 0;
  std::string heed_version_;
  std::map<std::string, int64_t> files_;
};

// The XXH3 checksum as 16 hexadecimal digits; of a file without holding its bytes in memory.
std::string checksum(std::string_view bytes);
std::string checksum(const MappedFile& file);
// The checksum of the concatenated pieces.
std::string checksum(std::initializer_list<std::string_view> pieces);

}  // namespace heed
