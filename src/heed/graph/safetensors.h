// The safetensors format: named tensors in one file, nothing executable. An 8-byte little-endian header
// length, a JSON header with dtype, shape and data offsets, then the bytes. A file is checked whole before
// any tensor is handed out.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "heed/base/files.h"

namespace heed {

struct TensorView {
  std::string name;
  std::string dtype;  // "F32", "F64", "I64", …
  std::vector<int64_t> shape;
  std::string_view bytes;  // row-major, little-endian
};

// The file's bytes; tensors are laid out in the order of their names, so that equal tensors give equal bytes.
std::string write_safetensors(std::vector<TensorView> tensors,
                              const std::map<std::string, std::string>& metadata);

// Writes the file with a checksum of itself in its metadata, under "xxh3": sixteen hexadecimal digits of XXH3
// over the file's bytes with zeros in the place of these digits. Files that no model.json lists use it.
std::string write_sealed_safetensors(std::vector<TensorView> tensors,
                                     std::map<std::string, std::string> metadata);

// A file of tensors, mapped into memory for as long as this lives.
class Safetensors {
 public:
  explicit Safetensors(const fs::path& path);

  const std::map<std::string, std::string>& metadata() const { return metadata_; }
  const std::vector<TensorView>& tensors() const { return tensors_; }
  const TensorView& get(const std::string& name) const;  // a FileError if it is not there
  const fs::path& path() const { return path_; }
  // A FileError unless the file has a checksum of its own and still is what it was made over.
  void require_seal() const;
  // A FileError if the file was changed since it was mapped.
  void require_unchanged() const { file_->require_unchanged(); }
  // Gives back the memory of a tensor that is not needed for now; it can still be read.
  void forget(const TensorView& tensor) const { file_->forget(tensor.bytes); }

 private:
  void parse(std::string_view bytes);

  fs::path path_;
  std::unique_ptr<MappedFile> file_;
  std::map<std::string, std::string> metadata_;
  std::vector<TensorView> tensors_;
};

}  // namespace heed
