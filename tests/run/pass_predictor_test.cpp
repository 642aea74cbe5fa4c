#include "heed/run/pass_predictor.h"

#include <gtest/gtest.h>

#include <cmath>

#include "heed/base/error.h"
#include "heed/run/parts.h"
#include "message.h"
#include "run/parity_model.h"

namespace heed {
namespace {

std::vector<Record> texts_of(std::initializer_list<const char*> texts) {
  std::vector<Record> records;
  for (const char* text : texts)
    records.push_back({{"", text}, "f", static_cast<int64_t>(records.size() + 1)});
  return records;
}

TEST(PassPredictor, AnswersInTheOrderItWasAskedInBatchesOfLikeLength) {
  ParityPass pass(0.75F);
  Schema schema{{{.name = "text", .size = 9}}};
  std::vector<Example> examples;
  for (std::size_t i = 0; i < 100; ++i) {
    examples.push_back({std::vector<Column>(1)});
    examples.back()[0].ids.assign(1 + i % 2, 5);
  }
  std::vector<RawOutput> outputs = PassPredictor({&pass}, schema).predict(examples, {});
  for (std::size_t i = 0; i < outputs.size(); ++i)
    EXPECT_FLOAT_EQ(outputs[i].arrays.at("log_probs").numbers[i % 2], std::log(0.75F)) << i;
  EXPECT_EQ(pass.batches, (std::vector<std::size_t>{36, 64}));
}

TEST(PassPredictor, RefusesWhatOnlySearchHas) {
  ParityPass pass(0.75F);
  PassPredictor predictor({&pass}, Schema{});
  std::vector<PredictOptions> refused(3);
  refused[0].search.beam = 5;
  refused[1].search.samples = 2;
  refused[2].prefix = true;
  for (const PredictOptions& options : refused)
    EXPECT_CONTAINS(message_of<OptionError>([&] { predictor.predict({}, options); }),
                    "makes its whole output in one pass");
}

TEST(Runnable, OfOnePassAnswersWithAsManyClassesAsAreAskedFor) {
  ParityModel model;
  EXPECT_FALSE(model.searches());
  EXPECT_TRUE(model.attends());
  EXPECT_FALSE(model.reads_by_attention());
  EXPECT_EQ(model.predict("a b c").text, "odd");
  PredictOptions options;
  std::vector<Prediction> best = model.predict(texts_of({"a b", "a b c"}), options);
  EXPECT_EQ(best[0].text, "even");
  EXPECT_EQ(best[1].text, "odd");
  EXPECT_TRUE(best[0].others.empty());
  EXPECT_EQ(best[0].maps.size(), 2U);
  options.search.n_best = 2;
  options.attention = false;
  best = model.predict(texts_of({"a b"}), options);
  ASSERT_EQ(best[0].others.size(), 1U);
  EXPECT_EQ(best[0].others[0].text, "odd");
  EXPECT_TRUE(best[0].maps.empty());
}

TEST(Runnable, ScoresTheAnswersThatAreGiven) {
  ParityModel model;
  PredictOptions options;
  options.given = true;
  std::vector<Record> records = texts_of({"a b"});
  records[0].columns[0] = "odd";
  Prediction given = model.predict(records, options)[0];
  EXPECT_EQ(given.text, "odd");
  EXPECT_NEAR(given.log_probability, std::log(0.25), 1e-6);
}

TEST(Runnable, OfSeveralModelsIsTheirMean) {
  std::vector<std::unique_ptr<Runnable>> others;
  others.push_back(std::make_unique<ParityModel>(0.5F));
  ParityModel both(0.75F, std::move(others));
  Prediction mean = both.predict("a");
  ASSERT_EQ(mean.probabilities.size(), 2U);
  EXPECT_NEAR(mean.probabilities[1].second, (0.75 + 0.5) / 2, 1e-6);
  EXPECT_NEAR(mean.probabilities[0].second, (0.25 + 0.5) / 2, 1e-6);
  EXPECT_NEAR(mean.log_probability, std::log((0.75 + 0.5) / 2), 1e-6);
}

TEST(PredictInParts, ShowsEveryPredictionWithItsMapsAndKeepsNone) {
  ParityModel model;
  std::vector<Record> records(200, texts_of({"a b"})[0]);
  records[7].columns[1] = "a b c";
  std::vector<int> seen(records.size());
  std::vector<Prediction> kept =
      predict_in_parts(model, records, {}, [&](std::size_t i, const Prediction& one) {
        ++seen[i];
        EXPECT_EQ(one.maps.size(), 2U);
        EXPECT_EQ(one.text, i == 7 ? "odd" : "even");
      });
  EXPECT_EQ(seen, std::vector<int>(records.size(), 1));
  EXPECT_EQ(kept[7].text, "odd");
  EXPECT_TRUE(kept[7].maps.empty());
  EXPECT_EQ(kept[7].probabilities.size(), 2U);
}

}  // namespace
}  // namespace heed
