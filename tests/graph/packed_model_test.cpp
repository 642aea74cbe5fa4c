#include "heed/graph/packed_model.h"

#include <gtest/gtest.h>

#include <cstring>

#include "forged_model.h"
#include "heed/base/error.h"
#include "heed/base/random.h"
#include "message.h"
#include "temporary_directory.h"

namespace heed {
namespace {

std::string written(const fs::path& path) {
  PackedModelWriter writer({"translate", 12, 34});
  std::string long_piece(300, 'x');
  writer.add("recipe.yml", "task: {}\n");
  writer.add("empty", "");
  writer.add("weights", long_piece);
  writer.add("last", "z");
  writer.write(path);
  return read_file(path);
}

TEST(PackedModel, GivesBackWhatWasPutIn) {
  TemporaryDirectory directory;
  fs::path file = directory.path() / "m.heed";
  written(file);
  EXPECT_TRUE(is_packed_model(file));
  EXPECT_FALSE(is_packed_model(directory.path()));
  PackedModel model(file);
  EXPECT_EQ(model.facts().task, "translate");
  EXPECT_EQ(model.facts().parameters, 12);
  EXPECT_EQ(model.facts().updates, 34);
  EXPECT_EQ(model.read("recipe.yml"), "task: {}\n");
  EXPECT_EQ(model.read("empty"), "");
  EXPECT_EQ(model.read("weights"), std::string(300, 'x'));
  EXPECT_EQ(model.read("last"), "z");
  for (const auto& [name, bytes] : model.files())
    EXPECT_EQ(reinterpret_cast<uintptr_t>(model.piece(name).data()) % 64, 0u) << name;
  EXPECT_THROW(model.piece("nothing"), FileError);
}

TEST(PackedModel, TheSamePiecesGiveTheSameBytes) {
  TemporaryDirectory directory;
  EXPECT_EQ(written(directory.path() / "a"), written(directory.path() / "b"));
}

void expect_refused(const fs::path& file, const std::string& bytes, const std::string& why) {
  write_anew(file, bytes);
  try {
    PackedModel model(file);
    ADD_FAILURE() << why << ": not refused";
  } catch (const FileError& error) {
    EXPECT_NE(std::string(error.what()).find(file.string()), std::string::npos) << error.what();
  }
}

// Every byte but those that fill pieces up is under a checksum.
TEST(PackedModel, IsRefusedWhenAnyByteOfItIsAnother) {
  TemporaryDirectory directory;
  fs::path file = directory.path() / "m.heed";
  std::string whole = written(file);
  std::size_t filling = 0;
  for (std::size_t i = 0; i < whole.size(); ++i) {
    std::string damaged = whole;
    damaged[i] = static_cast<char>(damaged[i] ^ 0x41);
    write_anew(file, damaged);
    try {
      PackedModel model(file);
      EXPECT_EQ(whole[i], '\0') << i;
      ++filling;
    } catch (const FileError&) {
    }
  }
  EXPECT_LT(filling, 200u);
}

TEST(PackedModel, IsRefusedWhenCutOrLengthened) {
  TemporaryDirectory directory;
  fs::path file = directory.path() / "m.heed";
  std::string whole = written(file);
  for (std::size_t length = 0; length < whole.size(); ++length)
    expect_refused(file, whole.substr(0, length), "cut at " + std::to_string(length));
  expect_refused(file, whole + std::string(64, '\0'), "lengthened");
  expect_refused(file, whole + "x", "lengthened");
}

// The header's checksum made right again, so that what it says is looked at.
TEST(PackedModel, IsRefusedWhenItsHeaderLies) {
  TemporaryDirectory directory;
  fs::path file = directory.path() / "m.heed";
  const std::string whole = written(file);
  uint64_t length = 0;
  std::memcpy(&length, whole.data() + 8, sizeof length);
  Random random(1, "lies");
  int refused = 0, tries = 600;
  for (int i = 0; i < tries; ++i) {
    std::string text = whole.substr(32, length);
    auto n = static_cast<uint64_t>(i) * 4;
    // A digit or a letter becomes another, once or twice.
    for (uint64_t change = 0; change < 1 + random.below(n, 2); ++change) {
      auto at = static_cast<std::size_t>(random.below(n + 1 + change, length));
      text[at] = static_cast<char>(random.below(n + 3, 95) + 32);
    }
    if (text == whole.substr(32, length)) continue;
    std::string damaged = whole.substr(0, 16) + checksum(text) + text + whole.substr(32 + length);
    write_anew(file, damaged);
    try {
      PackedModel model(file);  // the version of heed, say, or a piece's name
      for (const auto& [name, bytes] : model.files()) model.read(name);
    } catch (const FileError&) {
      ++refused;
    }
  }
  EXPECT_GT(refused, tries / 2);
}

TEST(PackedModel, OfANewerFormatSaysSo) {
  TemporaryDirectory directory;
  fs::path file = directory.path() / "m.heed";
  std::string whole = written(file);
  uint64_t length = 0;
  std::memcpy(&length, whole.data() + 8, sizeof length);
  std::string text = whole.substr(32, length);
  text.replace(text.find("\"format_version\":1"), 18, "\"format_version\":7");
  write_anew(file, whole.substr(0, 16) + checksum(text) + text + whole.substr(32 + length));
  EXPECT_CONTAINS(message_of<FileError>([&] { PackedModel model(file); }), "use a newer heed");
}

}  // namespace
}  // namespace heed
