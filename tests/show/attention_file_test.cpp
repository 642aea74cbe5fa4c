#include <gtest/gtest.h>

#include "heed/base/error.h"
#include "heed/show/write.h"
#include "show/examples.h"
#include "temporary_directory.h"

namespace heed {
namespace {

std::vector<Shown> several(std::size_t count) {
  std::vector<Shown> all;
  for (std::size_t i = 0; i < count; ++i) {
    all.push_back(show_test::shown_of(show_test::small_map())[0]);
    all.back().input = "</script> " + std::to_string(i);
  }
  return all;
}

TEST(AttentionFile, WrittenPieceByPieceIsWhatIsWrittenAtOnce) {
  TemporaryDirectory folder;
  for (std::size_t count : {0u, 1u, 3u}) {
    std::vector<Shown> all = several(count);
    for (const auto& [name, bytes] : {std::pair("a.json", to_json(all)), std::pair("a.html", to_html(all)),
                                      std::pair("a.svg", to_svg(all))}) {
      write_attention(folder / name, all);
      EXPECT_EQ(read_file(folder / name), bytes) << name;
    }
    EXPECT_EQ(from_json(read_file(folder / "a.json")), all);
  }
}

TEST(AttentionFile, HasNoNameBeforeItIsFinishedAndLeavesNothingIfItNeverIs) {
  TemporaryDirectory folder;
  {
    AttentionFile file(folder / "a.json");
    file.add(several(1)[0]);
    EXPECT_FALSE(fs::exists(folder / "a.json"));
  }
  EXPECT_TRUE(fs::is_empty(folder.path()));
}

TEST(AttentionFile, APictureHoldsTheFirstPredictions) {
  TemporaryDirectory folder;
  std::vector<Shown> all = several(kMostDrawn + 2);
  write_attention(folder / "a.svg", all);
  EXPECT_EQ(read_file(folder / "a.svg"), to_svg(std::span(all).first(kMostDrawn)));
}

}  // namespace
}  // namespace heed
