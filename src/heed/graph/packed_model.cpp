#include "heed/graph/packed_model.h"

#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>

#include "heed/base/error.h"
#include "heed/base/json_depth.h"
#include "heed/base/version.h"

namespace heed {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kMagic = "HEEDPACK";
constexpr std::size_t kLine = 64;
// Magic word, length of the header, its checksum.
constexpr std::size_t kFixed = kMagic.size() + 8 + 16;

std::size_t rounded_up(std::size_t bytes) {
  return (bytes + kLine - 1) / kLine * kLine;
}

uint64_t read_number(std::string_view bytes) {
  uint64_t number = 0;
  std::memcpy(&number, bytes.data(), sizeof number);
  return number;
}

}  // namespace

PackedModel::PackedModel(const fs::path& path) : ModelFiles(path), file_(path) {
  try {
    parse(file_.bytes());
  } catch (const Json::exception&) {
    throw FileError(path.string() + " is damaged: its header is not the expected JSON; export it again");
  } catch (const InputError& error) {
    throw FileError(path.string() + " is damaged: " + error.what() + "; copy it, or export it, again");
  }
}

void PackedModel::parse(std::string_view bytes) {
  auto require = [](bool holds, const std::string& what) {
    if (!holds) throw InputError(what);
  };
  require(bytes.size() >= kFixed && bytes.starts_with(kMagic), "it does not begin like a packed model");
  uint64_t length = read_number(bytes.substr(kMagic.size()));
  require(length <= bytes.size() - kFixed, "its header is cut off");
  std::string_view text = bytes.substr(kFixed, length);
  require(checksum(text) == bytes.substr(kMagic.size() + 8, 16), "its header's checksum is another");
  require(!is_nested_too_deeply(text), "its header is nested too deeply");
  Json header = Json::parse(text);
  format_version_ = header.at("format_version").get<int64_t>();
  require_format(kFormatVersion);
  heed_version_ = header.at("heed_version").get<std::string>();
  facts_ = {header.at("task").get<std::string>(), header.at("parameters").get<int64_t>(),
            header.at("updates").get<int64_t>()};
  require((kFixed + length) % kLine == 0, "its header's length is another");
  bytes.remove_prefix(kFixed + length);
  std::size_t at = 0;
  for (const auto& [name, entry] : header.at("pieces").items()) {
    auto begin = entry.at("begin").get<uint64_t>(), size = entry.at("bytes").get<uint64_t>();
    require(begin == at && begin <= bytes.size() && size <= bytes.size() - begin,
            "'" + name + "' lies outside the file");
    std::string_view piece = bytes.substr(begin, size);
    require(checksum(piece) == entry.at("xxh3").get<std::string>(),
            "the checksum of '" + name + "' is another");
    pieces_[name] = piece;
    files_[name] = static_cast<int64_t>(size);
    at = rounded_up(begin + size);
  }
  require(at == bytes.size(), "it goes on after its last piece, or is cut off");
}

std::string_view PackedModel::piece(const std::string& name) const {
  require_file(name);
  return pieces_.at(name);
}

bool is_packed_model(const fs::path& path) {
  std::error_code error;
  if (!fs::is_regular_file(path, error)) return false;
  char begin[kMagic.size()] = {};
  std::ifstream(path, std::ios::binary).read(begin, sizeof begin);
  return std::string_view(begin, sizeof begin) == kMagic;
}

std::size_t PackedModelWriter::write(const fs::path& path) const {
  Json pieces = Json::object();
  std::size_t offset = 0;
  for (const auto& [name, bytes] : pieces_) {
    pieces[name] = {{"begin", offset}, {"bytes", bytes.size()}, {"xxh3", checksum(bytes)}};
    offset = rounded_up(offset + bytes.size());
  }
  Json header = {{"format_version", PackedModel::kFormatVersion},
                 {"heed_version", version()},
                 {"task", facts_.task},
                 {"parameters", facts_.parameters},
                 {"updates", facts_.updates},
                 {"pieces", pieces}};
  std::string text = header.dump();
  text.resize(rounded_up(kFixed + text.size()) - kFixed, ' ');
  uint64_t length = text.size();
  std::string number(sizeof length, '\0');
  std::memcpy(number.data(), &length, sizeof length);
  FileWriter file(path);
  file.write(std::string(kMagic) + number + checksum(text) + text);
  for (const auto& [name, bytes] : pieces_) {
    file.write(bytes);
    file.write(std::string(rounded_up(bytes.size()) - bytes.size(), '\0'));
  }
  file.finish();
  return file.written();
}

}  // namespace heed
