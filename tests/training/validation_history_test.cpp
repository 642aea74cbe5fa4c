#include "heed/training/validation_history.h"

#include <gtest/gtest.h>

#include <limits>

#include "heed/base/error.h"
#include "heed/training/events.h"
#include "temporary_directory.h"

namespace heed {
namespace {

TEST(ValidationHistory, KeepsTheBestAndKnowsWhenItIsEnough) {
  TrainingOptions options;
  options.validation.patience = 3;
  options.final.average = 2;
  options.schedule = PlateauOptions{{0}, 2, 0.5};
  ValidationHistory history(options);
  std::vector<bool> best, plateau;
  for (double value : {1.0, 3.0, 2.0, 3.0, 2.5}) {
    EXPECT_FALSE(history.enough());
    auto verdict = history.add({static_cast<int64_t>(best.size()) + 1, value, 1.0});
    best.push_back(verdict.best);
    plateau.push_back(verdict.plateau);
  }
  EXPECT_EQ(best, (std::vector<bool>{true, true, false, false, false}));
  EXPECT_EQ(plateau, (std::vector<bool>{false, false, false, true, false}));
  EXPECT_TRUE(history.enough());
  ASSERT_EQ(history.kept().size(), 2U);
  EXPECT_EQ(history.kept()[0].update, 2);
  EXPECT_EQ(history.kept()[1].update, 4);
  ValidationHistory again(options);
  again.from_text(history.to_text());
  EXPECT_EQ(again.to_text(), history.to_text());
  EXPECT_TRUE(again.enough());
  EXPECT_THROW(again.from_text("1 2 3"), FileError);
}

TEST(ValidationHistory, OfEqualScoresTheSmallerLossIsBetterAndWhatIsNotFiniteNeverIs) {
  ValidationHistory history{TrainingOptions()};
  double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(history.add({1, nan, nan}).best);
  EXPECT_TRUE(history.kept().empty());
  EXPECT_TRUE(history.add({2, 0.5, 2.0}).best);
  EXPECT_TRUE(history.add({3, 0.5, 1.5}).best);
  EXPECT_FALSE(history.add({4, 0.5, 1.7}).best);
  EXPECT_FALSE(history.add({5, 0.9, nan}).keep);
  EXPECT_EQ(history.kept()[0].update, 3);
}

// Values of the polynomial's own check sequence and of the format's masking, by hand.
TEST(Events, AreFramedAsTensorBoardReadsThem) {
  EXPECT_EQ(crc32c("123456789"), 0xE3069283U);
  std::string event = scalar_event(1.5, 300, "train/loss", 2.0F);
  uint64_t length = 0;
  for (int i = 7; i >= 0; --i)
    length = length << 8 | static_cast<unsigned char>(event[static_cast<std::size_t>(i)]);
  EXPECT_EQ(event.size(), length + 16);
  std::string message = event.substr(12, length);
  EXPECT_EQ(message, std::string("\x09\0\0\0\0\0\0\xF8\x3F"  // 1: 1.5
                                 "\x10\xAC\x02"              // 2: 300
                                 "\x2A\x13\x0A\x11"          // 5: Summary, 1: Value
                                 "\x0A\x0Atrain/loss"        // 1: tag
                                 "\x15\0\0\0\x40",
                                 33));  // 2: 2.0
  TemporaryDirectory folder;
  { EventFile(folder / "e", 0).write(1, "a", 1); }
  auto mark = static_cast<int64_t>(fs::file_size(folder / "e"));
  { EventFile(folder / "e", mark).write(2, "a", 1); }
  std::string whole = read_file(folder / "e");
  { EventFile(folder / "e", mark).write(2, "a", 1); }
  EXPECT_EQ(fs::file_size(folder / "e"), whole.size());
}

}  // namespace
}  // namespace heed
