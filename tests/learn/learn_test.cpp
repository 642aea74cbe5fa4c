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
  std::vector<Record> dev = load_corpus(request.recipe.data, Split::dev, {2, {}, true});
  auto predictions = model.predict(dev, {});
  return model.task().score(predictions, dev)[0].score / 100;
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

}  // namespace
}  // namespace heed
