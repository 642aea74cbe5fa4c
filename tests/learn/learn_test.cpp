// Every model learns a toy task: what a stranger would call working.
#include <gtest/gtest.h>

#include "heed/base/random.h"
#include "heed/training/train.h"
#include "temporary_directory.h"

namespace heed {
namespace {

// Three to six letters and the same letters backwards.
std::string reversal_lines(uint64_t seed, int64_t count) {
  Random random(seed, "reversal");
  std::string text;
  for (uint64_t line = 0; line < static_cast<uint64_t>(count); ++line) {
    std::string word;
    uint64_t length = 3 + random.below(line * 16, 4);
    for (uint64_t i = 0; i < length; ++i) word += static_cast<char>('a' + random.below(line * 16 + 1 + i, 8));
    text += word + "\t" + std::string(word.rbegin(), word.rend()) + "\n";
  }
  return text;
}

// `encoder` and `decoder` without their widths, `score` as a recipe has it.
double accuracy_of(const std::string& encoder, const std::string& decoder, const std::string& score,
                   int64_t updates = 500) {
  TemporaryDirectory folder;
  write_file(folder / "train.tsv", reversal_lines(1, 4'000));
  write_file(folder / "dev.tsv", reversal_lines(2, 200));
  std::string yaml = "data: {dir: '" + folder.path().string() +
                     "'}\nmodel:\n  embedding: {width: 16}\n  encoder: {" + encoder +
                     ", width: 24}\n  decoder: {" + decoder +
                     ", width: 48, readout: 32}\n  attention: {score: " + score +
                     "}\ntraining: {updates: " + std::to_string(updates) +
                     ", checkpoint_every: 500, validation: {every: 500}, "
                     "batch_tokens: 400, optimiser: {rate: 0.005}}\n";
  TrainRequest request{read_options<Recipe>(yaml, "test"), folder / "model", false};
  train(request);
  SavedModel model(folder / "model");
  std::vector<Record> dev = load_corpus(request.recipe.data, Split::dev, {2, {"source", "target"}, true});
  auto predictions = model.predict(dev, {});
  return score_all(model.task().metrics(), predictions, dev)[0].score / 100;
}

TEST(Learn, GruWithAdditiveAttentionReversesWords) {
  EXPECT_GE(accuracy_of("cell: gru", "cell: gru", "{type: additive, width: 32}"), 0.95);
}

TEST(Learn, LstmWithDotAttentionReversesWords) {
  EXPECT_GE(accuracy_of("cell: lstm", "cell: lstm", "dot"), 0.95);
}

TEST(Learn, LuongsDecoderWithGeneralAttentionReversesWords) {
  EXPECT_GE(accuracy_of("cell: {type: gru, reset: before}", "type: luong, cell: peephole", "general"), 0.95);
}

TEST(Learn, DeepResidualDecoderWithMaxoutReversesWords) {
  EXPECT_GE(accuracy_of("cell: lstm, layers: 2, residual: true",
                        "cell: lstm, layers: 2, residual: true, activation: maxout", "scaled-dot", 800),
            0.95);
}

// Six letters fit into one vector; what does not is shown elsewhere.
TEST(Learn, FixedVectorReversesShortWords) {
  EXPECT_GE(accuracy_of("cell: gru", "type: fixed-vector, cell: gru, feed: every-step", "additive"), 0.8);
}

// Two to nine words, of which one or two together say what the label is: "not good" is bad.
std::string opinion_lines(uint64_t seed, int64_t count) {
  Random random(seed, "opinions");
  const char* words[] = {"the", "film", "is", "very", "long", "and", "loud"};
  std::string text;
  for (uint64_t line = 0; line < static_cast<uint64_t>(count); ++line) {
    auto below = [&, draw = line * 16](uint64_t most) mutable { return random.below(draw++, most); };
    bool good = below(2) == 0, negated = below(2) == 0;
    uint64_t before = below(5), after = below(5);
    text += good != negated ? "positive\t" : "negative\t";
    for (uint64_t i = 0; i < before; ++i) text += std::string(words[below(7)]) + " ";
    text += std::string(negated ? "not " : "") + (good ? "good" : "bad");
    for (uint64_t i = 0; i < after; ++i) text += " " + std::string(words[below(7)]);
    text += "\n";
  }
  return text;
}

double share_of_right_labels(const std::string& model, int64_t updates) {
  TemporaryDirectory folder;
  write_file(folder / "train.tsv", opinion_lines(1, 2'000));
  write_file(folder / "dev.tsv", opinion_lines(2, 300));
  std::string yaml = "task: classify\ndata: {dir: '" + folder.path().string() + "'}\nmodel: " + model +
                     "\ntraining: {updates: " + std::to_string(updates) +
                     ", validation: {every: 100}, batch_tokens: 400, optimiser: {rate: 0.005}}\n";
  TrainRequest request{read_options<Recipe>(yaml, "test"), folder / "model", false};
  train(request);
  SavedModel saved(folder / "model");
  std::vector<Record> dev = load_corpus(request.recipe.data, Split::dev, saved.task().columns());
  return score_all(saved.task().metrics(), saved.predict(dev, {}), dev)[0].score / 100;
}

TEST(Learn, AClassifierFindsWhatTurnsAWordAround) {
  EXPECT_GE(share_of_right_labels(
                "{type: classifier, embedding: {width: 16}, encoder: {width: 16}, pooling: {score: "
                "{type: additive, width: 16}}}",
                150),
            0.95);
}

TEST(Learn, NaiveBayesFindsItInPairsOfWordsAndNotInSingleOnes) {
  EXPECT_GE(share_of_right_labels("{type: naive-bayes, order: 2}", 1), 0.95);
  EXPECT_LE(share_of_right_labels("{type: naive-bayes, order: 1}", 1), 0.75);
}

}  // namespace
}  // namespace heed
