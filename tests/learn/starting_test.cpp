// A model that starts from another's weights needs a fraction of the updates.
#include <gtest/gtest.h>

#include "heed/base/random.h"
#include "heed/data/generators/dates.h"
#include "heed/training/train.h"
#include "temporary_directory.h"

namespace heed {
namespace {

// Dates in forms that the built-in ones do not have: "1998年3月3日", "3_03_1998" (the month first), "1998 m3
// d3".
std::string lines_of_other_forms(uint64_t seed, int64_t count) {
  Random random(seed, "other forms");
  std::string text;
  for (uint64_t line = 0; line < static_cast<uint64_t>(count); ++line) {
    Date date = date_of_day(day_of_date({1900, 1, 1}) + static_cast<int64_t>(random.below(2 * line, 73'000)));
    std::string year = std::to_string(date.year), month = std::to_string(date.month),
                day = std::to_string(date.day);
    switch (random.below(2 * line + 1, 3)) {
      case 0:
        text += year + "年" + month + "月" + day + "日";
        break;
      case 1:
        text += month + "_" + (day.size() == 1 ? "0" : "") + day + "_" + year;
        break;
      default:
        text += year + " m" + month + " d" + day;
    }
    text += "\t" + iso_date(date) + "\n";
  }
  return text;
}

class StartingFromWeights : public testing::Test {
 protected:
  StartingFromWeights() {
    write_file(folder_ / "train.tsv", lines_of_other_forms(1, 10'000));
    write_file(folder_ / "dev.tsv", lines_of_other_forms(2, 300));
  }

  // `data` and `training` are sections of a recipe, in braces.
  void train_model(const std::string& name, const std::string& data, const std::string& training) {
    std::string yaml =
        "data: " + data +
        "\nmodel:\n  embedding: {width: 32}\n  encoder: {width: 48}\n  decoder: {width: 96, readout: "
        "48}\n  attention: {score: {type: additive, width: 48}}\ntraining: " +
        training + "\n";
    train({read_options<Recipe>(yaml, "test"), folder_ / name, false});
  }

  double accuracy_on_other_forms(const std::string& name) {
    SavedModel model(folder_ / name);
    DataOptions data;
    data.dir = folder_.path().string();
    std::vector<Record> dev = load_corpus(data, Split::dev, {2, {"source", "target"}, true});
    return score_all(model.task().metrics(), model.predict(dev, {}), dev)[0].score;
  }

  static std::string training(int64_t updates, const std::string& from = "") {
    return "{updates: " + std::to_string(updates) +
           ", batch_tokens: 4000, optimiser: {rate: 0.003}, validation: {every: 1000}" +
           (from.empty() ? "" : ", from: '" + from + "'") + "}";
  }

  TemporaryDirectory folder_;
};

TEST_F(StartingFromWeights, ReachesInAFifthOfTheUpdatesWhatTrainingAnewNeedsThemAllFor) {
  std::string other_forms = "{dir: '" + folder_.path().string() + "'}";
  train_model("first", "{generator: {type: dates, lines: 20000, dev_lines: 100}}", training(350));
  EXPECT_LT(accuracy_on_other_forms("first"), 50);
  train_model("anew", other_forms, training(150));
  train_model("continued", other_forms, training(30, (folder_ / "first").string()));
  EXPECT_GE(accuracy_on_other_forms("continued"), accuracy_on_other_forms("anew"));
  EXPECT_GE(accuracy_on_other_forms("continued"), 80);
}

}  // namespace
}  // namespace heed
