#include "heed/models/naive_bayes.h"

#include <ATen/ATen.h>

#include <cmath>

#include "heed/base/error.h"
#include "heed/engine/export.h"
#include "heed/engine/model.h"
#include "heed/models/registry.h"
#include "message.h"
#include "models/saved.h"
#include "temporary_directory.h"

namespace heed {
namespace {

class NaiveBayesTest : public testing::Test {
 protected:
  NaiveBayesTest() {
    ClassifyOptions task;
    task.text = WordsOptions{};
    recipe_.task = task;
    task_ = make_task(recipe_.task);
    task_->learn(records_);
  }

  // Fitted to the records, through an index as training has one, and saved.
  void fit(const NaiveBayesOptions& options) {
    IndexWriter writer(folder_ / "index", task_->schema());
    writer.begin("test", 1);
    for (const Record& record : records_) writer.add(task_->encode(record), 1);
    writer.finish(task_->files(), 0);
    ExampleIndex index(folder_ / "index");
    recipe_.model = options;
    Parameters parameters = Parameters::draw(1);
    std::unique_ptr<Model> model = make_model(recipe_.model, *task_, Scope(parameters));
    Progress progress("fitting", index.size());
    at::NoGradGuard no_gradient;
    model->fitted()->fit(index, progress);
    progress.finish();
    save(folder_ / "model", *task_, recipe_, *model, parameters);
  }

  const std::vector<Record> records_ = {{{"good", "fine fine film"}, "test", 1},
                                        {{"good", "film"}, "test", 2},
                                        {{"bad", "dull film"}, "test", 3}};
  ModelRecipe recipe_;
  std::unique_ptr<Task> task_;
  TemporaryDirectory folder_;
};

// Tokens with their ends: good has fine 2, film 2, end 2; bad has dull 1, film 1, end 1. Four different ones
// in all.
TEST_F(NaiveBayesTest, IsWhatItsFormulaSays) {
  NaiveBayesOptions options;
  options.order = 1;
  options.smoothing = 0.5;
  fit(options);
  auto p = [](double count, double all) { return (count + 0.5) / (all + 0.5 * 4); };
  double good = 2.0 / 3 * p(2, 6) * p(2, 6), bad = 1.0 / 3 * p(0, 3) * p(1, 3);  // of "fine" and the end
  SavedModel model(folder_ / "model");
  for (const char* text : {"fine", "fine novel"}) {  // what training does not have says nothing
    Prediction found = model.predict(text);
    EXPECT_EQ(found.text, "good");
    EXPECT_EQ(found.probabilities[1].first, "good");
    EXPECT_NEAR(found.probabilities[0].second, bad / (good + bad), 1e-6);
    EXPECT_NEAR(found.probabilities[1].second, good / (good + bad), 1e-6);
    // Half of what "fine" says for good beyond bad is what it says beyond their mean; so does the end.
    double fine = std::log(p(2, 6) / p(0, 3)), end = std::log(p(2, 6) / p(1, 3));
    ASSERT_EQ(found.maps.size(), 1U);
    EXPECT_EQ(found.maps[0].part, "evidence");
    double share = std::max(fine, 0.0) / (std::max(fine, 0.0) + std::max(end, 0.0));
    EXPECT_NEAR(found.maps[0].weights[0], share, 1e-5);
  }
}

// Of two tokens each: good has fine fine, fine film, film end twice; bad has dull film, film end.
TEST_F(NaiveBayesTest, CountsLongerNgramsBesideTheirTokens) {
  NaiveBayesOptions options;
  fit(options);
  auto p = [](double count, double all) { return (count + 1) / (all + 8); };
  constexpr double kGood = 6 + 4, kBad = 3 + 2;  // n-grams of each; 4 tokens and 4 pairs are different
  double good = 2.0 / 3 * p(2, kGood) * p(2, kGood) * p(2, kGood);  // of "film", the end, and both
  double bad = 1.0 / 3 * p(1, kBad) * p(1, kBad) * p(1, kBad);
  SavedModel model(folder_ / "model");
  EXPECT_NEAR(model.predict("film").probabilities[1].second, good / (good + bad), 1e-6);
}

TEST_F(NaiveBayesTest, IsRunByTheEngineAsByTorchInEveryPrecisionAndPacked) {
  fit({});
  SavedModel torch(folder_ / "model");
  const std::vector<Record> unseen = {{{"", "fine dull film"}, "test", 1},
                                      {{"", "novel"}, "test", 2},
                                      {{"", "film film film dull fine"}, "test", 3}};
  std::vector<Prediction> expected = torch.predict(unseen, {});
  for (engine::Precision precision :
       {engine::Precision::fp32, engine::Precision::bf16, engine::Precision::int8}) {
    engine::EngineModel engine(folder_ / "model", {}, {precision, false});
    engine::export_model(engine, folder_ / "packed", precision, nullptr);
    engine::EngineModel packed(folder_ / "packed");
    std::vector<Prediction> found = engine.predict(unseen, {}), same = packed.predict(unseen, {});
    for (std::size_t i = 0; i < unseen.size(); ++i) {
      EXPECT_EQ(found[i].text, expected[i].text);
      expect_near(found[i], expected[i], 1e-6);  // a table of numbers that are added is never rounded
      expect_near(same[i], found[i], 0);
    }
  }
}

TEST_F(NaiveBayesTest, HasNoGradients) {
  fit({});
  SavedModel model(folder_ / "model");
  const std::vector<Example> examples = {task_->encode(records_[0])};
  EXPECT_CONTAINS(message_of<OptionError>([&] { model.gradients(examples, ""); }), "has no gradients");
}

}  // namespace
}  // namespace heed
