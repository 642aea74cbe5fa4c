#include "heed/data/word_links.h"

#include <gtest/gtest.h>

#include "data/gzipped.h"
#include "heed/base/error.h"
#include "heed/base/files.h"
#include "message.h"
#include "temporary_directory.h"

namespace heed {
namespace {

using Links = std::vector<WordLink>;

class GoldFile : public testing::Test {
 protected:
  std::vector<GoldLinks> read(const std::string& bytes, int64_t first = 0) {
    write_file(folder_ / "gold", bytes);
    return read_gold_links((folder_ / "gold").string(), first);
  }
  std::string message(const std::string& bytes, int64_t first = 0) {
    return message_of<InputError>([&] { read(bytes, first); });
  }
  TemporaryDirectory folder_;
};

TEST_F(GoldFile, HasSureLinksAndPossibleOnesInBothNotations) {
  auto lines = read("1-2 0-0 1?3 2p10\n");
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_EQ(lines[0].sure, (Links{{0, 0}, {1, 2}}));
  EXPECT_EQ(lines[0].possible, (Links{{0, 0}, {1, 2}, {1, 3}, {2, 10}})) << "sure links are possible, too";
}

TEST_F(GoldFile, ALinkIsCountedOnceAndIsSureIfItIsSureAnywhere) {
  GoldLinks line = read("1?1 1-1 1-1 2p2 2?2")[0];
  EXPECT_EQ(line.sure, (Links{{1, 1}}));
  EXPECT_EQ(line.possible, (Links{{1, 1}, {2, 2}}));
}

TEST_F(GoldFile, AnEmptyLineIsASentenceWithoutLinks) {
  auto lines = read("0-0\n\n  \n1-1\n");
  ASSERT_EQ(lines.size(), 4u);
  EXPECT_EQ(lines[1], GoldLinks{});
  EXPECT_EQ(lines[2], GoldLinks{});
  EXPECT_EQ(lines[3].sure, (Links{{1, 1}}));
  EXPECT_TRUE(read("").empty());
}

TEST_F(GoldFile, WordsMayBeCountedFromOne) {
  EXPECT_EQ(read("1-1 2?3", 1), read("0-0 1?2"));
  EXPECT_CONTAINS(message("1-1\n2-0\n", 1), "gold:2: expected words counted from 1, found the link '2-0'");
}

TEST_F(GoldFile, LineEndsSpacesTabsAndGzipDoNotMatter) {
  auto plain = read("0-0 1-1\n2-2\n");
  EXPECT_EQ(read(" 0-0\t 1-1 \r\n2-2"), plain);
  EXPECT_EQ(read(gzipped("0-0 1-1\n2-2\n")), plain);
}

TEST_F(GoldFile, WhatIsNoLinkIsRefusedWithItsLine) {
  for (const char* bad : {"0", "0-", "-0", "0--1", "0-1-2", "0-0-0.5", "a-b", "0:0", "0-0,1-1", "0 - 0",
                          "0-+1", "0-99999999999", "0P0", "0-0x", "\u0660-0"}) {
    EXPECT_CONTAINS(message(std::string("0-0\n1-1 ") + bad + "\n"),
                    "gold:2: expected links such as 0-0, 1?2 or 1p2");
  }
  EXPECT_CONTAINS(message("0-0 5_5\n"), "found '5_5'");
  EXPECT_LT(message(std::string(1'000'000, 'x')).size(), 300u);
}

TEST_F(GoldFile, AFileThatIsNotThereIsNamed) {
  EXPECT_CONTAINS(message_of<FileError>([&] { read_gold_links((folder_ / "nowhere").string()); }), "nowhere");
}

}  // namespace
}  // namespace heed
