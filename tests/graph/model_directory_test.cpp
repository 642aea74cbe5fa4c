#include "heed/graph/model_directory.h"

#include <gtest/gtest.h>

#include "heed/base/error.h"
#include "message.h"
#include "temporary_directory.h"

namespace heed {
namespace {

class ModelDirectoryTest : public testing::Test {
 protected:
  void SetUp() override { write_model(folder_.path(), {{"a", "one"}, {"b", "two"}}, {"translate", 12, 34}); }
  std::string message() {
    return message_of<FileError>([&] { ModelDirectory model(folder_.path()); });
  }
  TemporaryDirectory folder_;
};

TEST_F(ModelDirectoryTest, GivesBackWhatWasWritten) {
  ModelDirectory model(folder_.path());
  EXPECT_EQ(model.read("a"), "one");
  EXPECT_EQ(model.facts().task, "translate");
  EXPECT_EQ(model.facts().parameters, 12);
  EXPECT_EQ(model.facts().updates, 34);
  EXPECT_THROW(model.read("c"), FileError);
}

TEST_F(ModelDirectoryTest, IsRefusedWhenDamaged) {
  write_file(folder_ / "a", "on");
  EXPECT_CONTAINS(message(), "expected 3 bytes, found 2 bytes");
  write_file(folder_ / "a", "onf");
  EXPECT_CONTAINS(message(), "was changed after it was saved");
  fs::remove(folder_ / "a");
  EXPECT_CONTAINS(message(), "a is missing");
  std::string manifest = read_file(folder_ / "model.json");
  manifest.replace(manifest.find("translate"), 9, "translatf");
  write_file(folder_ / "model.json", manifest);
  EXPECT_CONTAINS(message(), "model.json was changed after it was saved");
  write_file(folder_ / "model.json", "{");
  EXPECT_CONTAINS(message(), "not the expected JSON");
}

TEST_F(ModelDirectoryTest, OfANewerFormatIsRefused) {
  std::string text = read_file(folder_ / "model.json");
  text.replace(text.find("\"format_version\": 1"), 19, "\"format_version\": 2");
  write_file(folder_ / "model.json", text);
  EXPECT_CONTAINS(message(), "has the model format 2; this program reads formats 1 to 1: use a newer heed");
}

TEST_F(ModelDirectoryTest, ReachesNoFileOutsideIt) {
  make_directories(folder_ / "inner");
  write_model(folder_ / "inner", {{"../x", "one"}}, {"translate", 12, 34});
  EXPECT_CONTAINS(message_of<FileError>([&] { ModelDirectory model(folder_ / "inner"); }), "outside it");
}

TEST_F(ModelDirectoryTest, SaysWhatIsThereInstead) {
  EXPECT_CONTAINS(message_of<FileError>([&] { ModelDirectory m(folder_ / "none"); }), "there is no model");
  EXPECT_CONTAINS(message_of<FileError>([&] { ModelDirectory m(folder_ / "a"); }), "is a file");
  TemporaryDirectory other;
  EXPECT_CONTAINS(message_of<FileError>([&] { ModelDirectory m(other.path()); }), "is not a model");
  make_directories(other / "training");
  EXPECT_CONTAINS(message_of<FileError>([&] { ModelDirectory m(other.path()); }),
                  "not trained to its end yet");
}

}  // namespace
}  // namespace heed
