#include "heed/graph/safetensors.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <nlohmann/json.hpp>

#include "heed/base/error.h"
#include "heed/base/json_depth.h"
#include "heed/graph/model_files.h"

namespace heed {
namespace {

static_assert(std::endian::native == std::endian::little,
              "safetensors bytes are used as they lie in the file");

using Json = nlohmann::json;

int64_t bytes_per_element(const std::string& dtype) {
  static const std::map<std::string, int64_t> sizes = {{"F64", 8}, {"F32", 4}, {"F16", 2}, {"BF16", 2},
                                                       {"I64", 8}, {"I32", 4}, {"I16", 2}, {"I8", 1},
                                                       {"U8", 1},  {"BOOL", 1}};
  auto found = sizes.find(dtype);
  return found == sizes.end() ? 0 : found->second;
}

// The tensor's size in bytes, or -1 if the shape is negative or overflows.
int64_t byte_size(const std::vector<int64_t>& shape, const std::string& dtype) {
  int64_t size = bytes_per_element(dtype);
  for (int64_t extent : shape) {
    if (extent < 0 || __builtin_mul_overflow(size, extent, &size)) return -1;
  }
  return size;
}

TensorView read_entry(const std::string& name, const Json& entry, std::string_view data) {
  TensorView tensor;
  tensor.name = name;
  tensor.dtype = entry.at("dtype").get<std::string>();
  tensor.shape = entry.at("shape").get<std::vector<int64_t>>();
  auto offsets = entry.at("data_offsets").get<std::vector<int64_t>>();
  if (bytes_per_element(tensor.dtype) == 0)
    throw FileError("'" + name + "' has the unknown type " + tensor.dtype);
  auto size = static_cast<int64_t>(data.size());
  if (offsets.size() != 2 || offsets[0] < 0 || offsets[1] < offsets[0] || offsets[1] > size) {
    throw FileError("the bytes of '" + name + "' lie outside the file");
  }
  if (byte_size(tensor.shape, tensor.dtype) != offsets[1] - offsets[0]) {
    throw FileError("the shape of '" + name + "' does not fit its bytes");
  }
  tensor.bytes =
      data.substr(static_cast<std::size_t>(offsets[0]), static_cast<std::size_t>(offsets[1] - offsets[0]));
  return tensor;
}

// Throws unless the tensors cover the data exactly: without overlaps, gaps or a rest.
void require_tiling(std::vector<TensorView> tensors, std::string_view data) {
  std::sort(tensors.begin(), tensors.end(), [](const TensorView& a, const TensorView& b) {
    return std::pair(a.bytes.data(), a.bytes.size()) < std::pair(b.bytes.data(), b.bytes.size());
  });
  const char* at = data.data();
  for (const TensorView& tensor : tensors) {
    if (tensor.bytes.data() != at)
      throw FileError("the bytes of '" + tensor.name + "' overlap or leave a hole");
    at += tensor.bytes.size();
  }
  if (at != data.data() + data.size())
    throw FileError("the file goes on after its last tensor, or was cut off");
}

constexpr const char* kSeal = "xxh3";
constexpr const char* kNoDigits = "0000000000000000";

// The position of the seal's digits; npos if the header has none. A string of the metadata cannot be mistaken
// for it, because quotes inside strings are escaped.
std::size_t find_seal(std::string_view bytes, std::string_view digits) {
  std::string before = "\"" + std::string(kSeal) + "\":\"";
  std::size_t at = bytes.find(before + std::string(digits) + "\"");
  bool whole = digits.size() == std::string_view(kNoDigits).size() && at != std::string_view::npos;
  return whole ? at + before.size() : std::string_view::npos;
}

}  // namespace

std::string write_safetensors(std::vector<TensorView> tensors,
                              const std::map<std::string, std::string>& metadata) {
  std::sort(tensors.begin(), tensors.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  nlohmann::ordered_json header = nlohmann::ordered_json::object();
  if (!metadata.empty()) header["__metadata__"] = metadata;
  std::size_t offset = 0;
  for (const TensorView& tensor : tensors) {
    header[tensor.name] = {{"dtype", tensor.dtype},
                           {"shape", tensor.shape},
                           {"data_offsets", {offset, offset + tensor.bytes.size()}}};
    offset += tensor.bytes.size();
  }
  std::string text = header.dump();
  while (text.size() % 8 != 0) text += ' ';
  uint64_t length = text.size();
  std::string bytes(sizeof length, '\0');
  std::memcpy(bytes.data(), &length, sizeof length);
  bytes.reserve(bytes.size() + text.size() + offset);
  bytes += text;
  for (const TensorView& tensor : tensors) bytes += tensor.bytes;
  return bytes;
}

std::string write_sealed_safetensors(std::vector<TensorView> tensors,
                                     std::map<std::string, std::string> metadata) {
  metadata[kSeal] = kNoDigits;
  std::string bytes = write_safetensors(std::move(tensors), metadata);
  std::string digits = checksum(bytes);
  return bytes.replace(find_seal(bytes, kNoDigits), digits.size(), digits);
}

Safetensors::Safetensors(const fs::path& path) : path_(path), file_(std::make_unique<MappedFile>(path)) {
  try {
    parse(file_->bytes());
  } catch (const FileError& error) {
    throw FileError(path.string() + " is not a whole safetensors file: " + error.what());
  } catch (const Json::exception&) {
    throw FileError(path.string() + " is not a whole safetensors file: its header is not the expected JSON");
  }
}

void Safetensors::parse(std::string_view bytes) {
  uint64_t length = 0;
  if (bytes.size() < sizeof length) throw FileError("it has " + std::to_string(bytes.size()) + " bytes");
  std::memcpy(&length, bytes.data(), sizeof length);
  bytes.remove_prefix(sizeof length);
  if (length > bytes.size()) throw FileError("its header is cut off");
  if (is_nested_too_deeply(bytes.substr(0, length))) throw FileError("its header is nested too deeply");
  Json header = Json::parse(bytes.substr(0, length));
  if (!header.is_object()) throw FileError("its header is not a JSON object");
  std::string_view data = bytes.substr(length);
  for (const auto& [name, entry] : header.items()) {
    if (name == "__metadata__") {
      metadata_ = entry.get<std::map<std::string, std::string>>();
    } else {
      tensors_.push_back(read_entry(name, entry, data));
    }
  }
  require_tiling(tensors_, data);
}

void Safetensors::require_seal() const {
  auto found = metadata_.find(kSeal);
  std::string_view bytes = file_->bytes();
  std::size_t at = found == metadata_.end() ? std::string_view::npos : find_seal(bytes, found->second);
  if (at == std::string_view::npos)
    throw FileError(path_.string() + ": expected a checksum of the file in its header, found none");
  std::string_view digits = kNoDigits;
  if (checksum({bytes.substr(0, at), digits, bytes.substr(at + digits.size())}) != found->second)
    throw FileError(path_.string() +
                    " was changed after it was saved: its checksum is not the one in its header");
}

const TensorView& Safetensors::get(const std::string& name) const {
  for (const TensorView& tensor : tensors_) {
    if (tensor.name == name) return tensor;
  }
  throw FileError(path_.string() + " has no tensor '" + name + "'");
}

}  // namespace heed
