// The safetensors format: named tensors in one file, without executable content. An 8-byte little-endian
// header length, a JSON header with dtype, shape and data offsets, then the bytes. The whole file is checked
// before any tensor can be accessed.
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

// The bytes of a file. Tensors are laid out in the order of their names, so that equal tensors give equal
// bytes.
std::string write_safetensors(std::vector<TensorView> tensors,
                              const std::map<std::string, std::string>& metadata);

// Makes a file with a checksum of itself in its metadata under "xxh3": sixteen hexadecimal digits of XXH3
// over the file's bytes with zeros in the place of these digits. It is used for files that are not listed in
// a model.json.
std::string write_sealed_safetensors(std::vector<TensorView> tensors,
                                     std::map<std::string, std::string> metadata);

// A file of tensors that is mapped into memory as long as this object lives.
class Safetensors {
 public:
  explicit Safetensors(const fs::path& path);

  const std::map<std::string, std::string>& metadata() const { return metadata_; }
  const std::vector<TensorView>& tensors() const { return tensors_; }
  const TensorView& get(const std::string& name) const;  // throws FileError if there is none
  const fs::path& path() const { return path_; }
  // Throws FileError unless the file has a checksum of itself that matches its bytes.
  void require_seal() const;
  // Throws FileError if the file has changed since it was mapped.
  void require_unchanged() const { file_->require_unchanged(); }
  // Releases the memory of a tensor that is not needed at present. It can still be read.
  void drop_pages(const TensorView& tensor) const { file_->drop_pages(tensor.bytes); }

 private:
  void parse(std::string_view bytes);

  fs::path path_;
  std::unique_ptr<MappedFile> file_;
  std::map<std::string, std::string> metadata_;
  std::vector<TensorView> tensors_;
};

}  // namespace heed
