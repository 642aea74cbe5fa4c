// What a stranger can send: a model whose files are changed, and whose model.json says that they are right.
// All checks behind sizes and checksums are so reached. Files are written anew, so that nobody waits for the
// disk.
#pragma once

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "heed/graph/model_files.h"

namespace heed {

using Manifest = nlohmann::ordered_json;

inline void write_anew(const fs::path& path, const std::string& bytes) {
  fs::remove(path);
  std::ofstream(path, std::ios::binary) << bytes;
}

// Writes model.json with the checksum that is right for it.
inline void forge_manifest(const fs::path& model, Manifest manifest) {
  manifest.erase("xxh3");
  manifest["xxh3"] = checksum(manifest.dump());
  write_anew(model / "model.json", manifest.dump());
}

// Changes one file, and what model.json says of it.
inline void forge_file(const fs::path& model, const std::string& name, const std::string& bytes) {
  write_anew(model / name, bytes);
  Manifest manifest = Manifest::parse(read_file(model / "model.json"));
  manifest["files"][name] = {{"bytes", bytes.size()}, {"xxh3", checksum(bytes)}};
  forge_manifest(model, manifest);
}

}  // namespace heed
