#include "heed/graph/model_directory.h"

#include <nlohmann/json.hpp>

#include "heed/base/error.h"
#include "heed/base/json_depth.h"
#include "heed/base/version.h"
#include "heed/graph/packed_model.h"

namespace heed {
namespace {

using Json = nlohmann::ordered_json;
constexpr const char* kManifest = "model.json";

std::string size_text(int64_t bytes) {
  return std::to_string(bytes) + " bytes";
}

void require_whole(const fs::path& file, int64_t expected_size, const std::string& expected_checksum) {
  if (!fs::exists(file)) {
    throw FileError(file.string() + " is missing; copy the whole model directory again, or train it again");
  }
  MappedFile mapped(file);
  auto size = static_cast<int64_t>(mapped.bytes().size());
  if (size != expected_size) {
    throw FileError(file.string() + " is damaged: expected " + size_text(expected_size) + ", found " +
                    size_text(size) + "; copy the model again, or train it again");
  }
  if (checksum(mapped) != expected_checksum) {
    throw FileError(file.string() + " was changed after it was saved: its checksum is not the one in " +
                    kManifest + "; copy the model again, or train it again");
  }
}

// The manifest's own checksum covers its text without that entry.
std::string manifest_checksum(Json manifest) {
  manifest.erase("xxh3");
  return checksum(manifest.dump());
}

void require_own_checksum(const Json& manifest, const fs::path& file) {
  if (manifest.at("xxh3").get<std::string>() != manifest_checksum(manifest)) {
    throw FileError(file.string() +
                    " was changed after it was saved: its checksum is not its own; copy the model again, or "
                    "train it again");
  }
}

Json parse_manifest(const std::string& text, const fs::path& file) {
  if (is_nested_too_deeply(text))
    throw FileError(file.string() +
                    " is damaged: it is nested too deeply; copy the model again, or train it again");
  return Json::parse(text);
}

[[noreturn]] void not_a_model(const fs::path& path) {
  if (!fs::exists(path)) {
    throw FileError("there is no model " + path.string() +
                    "; expected the directory that 'heed train' wrote");
  }
  if (is_packed_model(path)) {
    throw FileError(path.string() +
                    " is a file that 'heed export' made; this needs the directory that 'heed train' wrote");
  }
  if (!fs::is_directory(path)) {
    throw FileError(
        path.string() +
        " is a file; expected the directory that 'heed train' wrote, or a file that 'heed export' did");
  }
  if (fs::exists(path / "training")) {
    throw FileError(path.string() +
                    " is not trained to its end yet; start the same 'heed train' again to finish it");
  }
  throw FileError(path.string() + " is not a model: it has no " + kManifest);
}

}  // namespace

bool is_model(const fs::path& path) {
  return fs::exists(path / kManifest);
}

ModelDirectory::ModelDirectory(const fs::path& path) : ModelFiles(path) {
  if (!is_model(path)) not_a_model(path);
  try {
    parse(read_file(path / kManifest));
  } catch (const Json::exception&) {
    throw FileError((path / kManifest).string() +
                    " is damaged: it is not the expected JSON; copy the model again, or train it again");
  }
}

void ModelDirectory::parse(const std::string& text) {
  Json manifest = parse_manifest(text, path_ / kManifest);
  format_version_ = manifest.at("format_version").get<int64_t>();
  require_format(kFormatVersion);
  require_own_checksum(manifest, path_ / kManifest);
  heed_version_ = manifest.at("heed_version").get<std::string>();
  facts_.task = manifest.at("task").get<std::string>();
  facts_.parameters = manifest.at("parameters").get<int64_t>();
  facts_.updates = manifest.at("updates").get<int64_t>();
  for (const auto& [name, entry] : manifest.at("files").items()) {
    if (fs::path(name).filename() != name)
      throw FileError(path_.string() + " names the file '" + name + "' outside it");
    files_[name] = entry.at("bytes").get<int64_t>();
    require_whole(file(name), files_[name], entry.at("xxh3").get<std::string>());
  }
}

std::string ModelDirectory::read(const std::string& name) const {
  require_file(name);
  return read_file(file(name));
}

void write_model(const fs::path& path, const std::map<std::string, std::string>& files,
                 const ModelFacts& facts) {
  Json entries = Json::object();
  fs::remove(path / kManifest);  // first: from here on the directory is no model, until it is the new one
  for (const auto& [name, bytes] : files) {
    write_file(path / name, bytes);
    entries[name] = {{"bytes", bytes.size()}, {"xxh3", checksum(bytes)}};
  }
  Json manifest = {{"format_version", ModelDirectory::kFormatVersion},
                   {"heed_version", version()},
                   {"task", facts.task},
                   {"parameters", facts.parameters},
                   {"updates", facts.updates},
                   {"files", entries}};
  manifest["xxh3"] = manifest_checksum(manifest);
  write_file(path / kManifest, manifest.dump(1) + "\n");
}

}  // namespace heed
