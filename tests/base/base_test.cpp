#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <set>

#include "heed/base/edit_distance.h"
#include "heed/base/error.h"
#include "heed/base/files.h"
#include "heed/base/progress.h"
#include "heed/base/random.h"
#include "message.h"
#include "temporary_directory.h"

namespace heed {
namespace {

// By definition: the best of the three last edits, without any table.
int64_t slow_distance(const std::string& a, const std::string& b) {
  if (a.empty() || b.empty()) return static_cast<int64_t>(a.size() + b.size());
  std::string a1 = a.substr(1), b1 = b.substr(1);
  return std::min(
      {slow_distance(a1, b) + 1, slow_distance(a, b1) + 1, slow_distance(a1, b1) + (a[0] == b[0] ? 0 : 1)});
}

TEST(EditDistance, EqualsItsDefinitionOnAllShortWords) {
  std::vector<std::string> words = {""};
  for (std::size_t i = 0; words[i].size() < 4; ++i) {
    for (char c : {'a', 'b'}) words.push_back(words[i] + c);
  }
  for (const std::string& a : words) {
    for (const std::string& b : words) ASSERT_EQ(edit_distance(a, b), slow_distance(a, b)) << a << " " << b;
  }
}

TEST(NearestName, IsGivenOnlyWhenItIsNear) {
  std::vector<std::string> names = {"updates", "seed", "workers"};
  EXPECT_EQ(nearest_name("udpates", names), "updates");
  EXPECT_EQ(nearest_name("worker", names), "workers");
  EXPECT_FALSE(nearest_name("elephant", names).has_value());
}

// The known answers that the authors of Philox published with it: counter and key all zeros, and all ones.
TEST(Philox, GivesThePublishedAnswers) {
  std::array<uint32_t, 4> zeros = {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8};
  EXPECT_EQ(philox({0, 0, 0, 0}, {0, 0}), zeros);
  constexpr uint32_t kOnes = 0xffffffff;
  std::array<uint32_t, 4> ones = {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd};
  EXPECT_EQ(philox({kOnes, kOnes, kOnes, kOnes}, {kOnes, kOnes}), ones);
}

TEST(Random, IsUniformAndUnrelatedFromSiteToSite) {
  Noise noise{1, 2, 0, true};
  double sum = 0, product = 0;
  constexpr int kDraws = 20'000;
  for (uint64_t i = 0; i < kDraws; ++i) {
    double x = noise.at("a").uniform(i) - 0.5, y = noise.at("b").uniform(i) - 0.5;
    sum += x;
    product += x * y;
  }
  EXPECT_NEAR(sum / kDraws, 0, 0.01);
  EXPECT_NEAR(product / kDraws, 0, 0.005);
  EXPECT_NE((Noise{1, 3, 0, true}.at("a").bits(0)), noise.at("a").bits(0));
  EXPECT_NE((Noise{1, 2, 1, true}.at("a").bits(0)), noise.at("a").bits(0));
}

TEST(Random, ShufflesWithoutLosingAnything) {
  std::vector<int> values(100);
  for (int i = 0; i < 100; ++i) values[static_cast<std::size_t>(i)] = i;
  std::vector<int> before = values;
  Random(7, "shuffle").shuffle(values);
  EXPECT_NE(values, before);
  EXPECT_EQ(std::set<int>(values.begin(), values.end()).size(), 100U);
}

TEST(Files, AreReplacedWholeAndLeaveNothingBeside) {
  TemporaryDirectory folder;
  write_file(folder / "a", "one");
  write_file(folder / "a", "two");
  EXPECT_EQ(read_file(folder / "a"), "two");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 1);
}

TEST(Files, FollowSymbolicLinksAlsoToWhatIsNotThereYet) {
  TemporaryDirectory folder;
  fs::create_directory(folder / "real");
  fs::create_symlink("real/a", folder / "first");
  fs::create_symlink("first", folder / "second");
  require_writable(folder / "second");
  write_file(folder / "second", "one");
  write_file(folder / "second", "two");
  EXPECT_EQ(read_file(folder / "real/a"), "two");
  EXPECT_TRUE(fs::is_symlink(folder / "first") && fs::is_symlink(folder / "second"));
  EXPECT_EQ(std::distance(fs::directory_iterator(folder / "real"), {}), 1);
  fs::create_symlink("round", folder / "round");
  EXPECT_CONTAINS(message_of<FileError>([&] { write_file(folder / "round", "x"); }), "in a circle");
}

TEST(Files, APipeIsWrittenToAndStaysAPipe) {
  TemporaryDirectory folder;
  std::string pipe = (folder / "pipe").string();
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  int reader = ::open(pipe.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  require_writable(pipe);
  write_file(pipe, "hello");
  char bytes[16];
  EXPECT_EQ(std::string(bytes, static_cast<std::size_t>(::read(reader, bytes, sizeof bytes))), "hello");
  ::close(reader);
  EXPECT_TRUE(fs::is_fifo(pipe));
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 1);
}

TEST(Files, SayWhichOneAndWhy) {
  TemporaryDirectory folder;
  EXPECT_CONTAINS(message_of<FileError>([&] { read_file(folder / "none"); }), "none: No such file");
  EXPECT_CONTAINS(message_of<FileError>([&] { write_file(folder / "no/file", "x"); }), "No such file");
  EXPECT_CONTAINS(message_of<FileError>([&] { require_writable(folder.path()); }), "is a directory");
  write_file(folder / "f", "");
  EXPECT_CONTAINS(message_of<FileError>([&] { make_directories(folder / "f/g"); }), "f");
}

TEST(Files, WrittenPieceByPieceGetTheirNameWhenTheyAreWhole) {
  TemporaryDirectory folder;
  {
    FileWriter writer(folder / "pieces");
    writer.write("one ");
    writer.write("two");
    EXPECT_FALSE(fs::exists(folder / "pieces"));
    writer.finish();
  }
  EXPECT_EQ(read_file(folder / "pieces"), "one two");
  { FileWriter writer(folder / "dropped"); }
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 1);
}

TEST(Files, FailWithoutATraceWhereNothingCanBeWritten) {
  EXPECT_THROW(write_file("/dev/full/x", "x"), FileError);
  EXPECT_THROW(write_file("/proc/heed-test", "x"), FileError);
}

TEST(Duration, IsReadable) {
  EXPECT_EQ(duration(12.2), "12 s");
  EXPECT_EQ(duration(200), "3 min 20 s");
  EXPECT_EQ(duration(3720), "1 h 02 min");
}

}  // namespace
}  // namespace heed
