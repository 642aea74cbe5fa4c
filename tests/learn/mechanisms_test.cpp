// What the mechanisms are for, at small scale: attention holds where a fixed vector collapses, copying writes
// names that no vocabulary has, a guide aligns on little data.
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <sstream>

#include "heed/data/alignment.h"
#include "heed/metrics/alignment_error.h"
#include "heed/show/alignment.h"
#include "heed/show/by_words.h"
#include "heed/training/train.h"
#include "temporary_directory.h"

namespace heed {
namespace {

// A small model on built-in data; `model` is the inside of that section.
struct Trained {
  TemporaryDirectory folder;
  Recipe recipe;
  std::unique_ptr<SavedModel> model;
  std::vector<Record> dev;

  Trained(const std::string& generator, const std::string& task, const std::string& options, int64_t updates,
          const std::string& schedule = "constant") {
    std::string yaml = "data: {generator: " + generator + "}\ntask: {" + task +
                       "}\nmodel:\n  embedding: {width: 32}\n" + options +
                       "training: {updates: " + std::to_string(updates) +
                       ", checkpoint_every: 5000, validation: {every: 5000}, batch_tokens: 1500, "
                       "optimiser: {rate: 0.005}, schedule: " +
                       schedule + "}\n";
    recipe = read_options<Recipe>(yaml, "test");
    train({recipe, folder / "model", false});
    model = std::make_unique<SavedModel>(folder / "model");
    dev = load_corpus(recipe.data, Split::dev, {2, {"source", "target"}, true});
  }

  std::vector<Prediction> predict(bool given = false) {
    PredictOptions options;
    options.given = given;
    return model->predict(dev, options);
  }
};

const std::string kEncoder = "  encoder: {cell: gru, width: 48}\n";
const std::string kWords = "source: words, target: words, metrics: [wer]";

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream stream(text);
  return {std::istream_iterator<std::string>(stream), {}};
}

// The share of whole lines that are right, of sources as long as training's and of those with 2 to 4 times
// the longest of them.
struct ByLength {
  double as_trained, longer;
};

ByLength right_by_length(const std::string& model, int64_t updates) {
  Trained trained(
      "{type: reversal, symbols: 10, lines: 20000, dev_lines: 230, shortest: 2, longest: 6, dev_longest: 24}",
      "source: words, target: words, metrics: [exact_match]", model, updates);
  std::vector<Prediction> predictions = trained.predict();
  auto share = [&](std::size_t from, std::size_t to) {
    double lines = 0, right = 0;
    for (std::size_t i = 0; i < predictions.size(); ++i) {
      std::size_t words = words_of(trained.dev[i].columns[0]).size();
      if (words < from || words > to) continue;
      ++lines;
      right += predictions[i].text == trained.dev[i].columns[1] ? 1 : 0;
    }
    EXPECT_GT(lines, 20);
    return right / lines;
  };
  return {share(2, 6), share(13, 24)};
}

TEST(Mechanisms, AttentionHoldsAtFourTimesTheLengthWhereAFixedVectorCollapses) {
  ByLength fixed = right_by_length(
      "  encoder: {cell: gru, width: 96}\n"
      "  decoder: {type: fixed-vector, cell: gru, width: 96, readout: 32}\n",
      600);
  ByLength attention = right_by_length(
      "  encoder: {type: convolution, width: 64, layers: 1, reach: 1, positions: false}\n"
      "  decoder: {cell: gru, width: 64, readout: 32, bridge: zero}\n"
      "  attention: {score: {type: location-aware, width: 64}}\n",
      250);
  EXPECT_GT(fixed.as_trained, 0.9);
  EXPECT_LT(fixed.longer, 0.1);
  EXPECT_GT(attention.as_trained, 0.9);
  EXPECT_GT(attention.longer, 0.9);
}

// Of the names in the references (the words with a capital), the share that stands in the output.
double names_written(const std::string& copy, int64_t updates) {
  Trained trained("{type: names, lines: 20000, dev_lines: 200}",
                  "source: {type: words, min_count: 50}, target: {type: words, min_count: 50}, copy: " + copy,
                  kEncoder + "  decoder: {cell: gru, width: 64, readout: 64}\n", updates);
  std::vector<Prediction> predictions = trained.predict();
  double names = 0, written = 0;
  for (std::size_t i = 0; i < predictions.size(); ++i) {
    std::vector<std::string> output = words_of(predictions[i].text);
    for (const std::string& word : words_of(trained.dev[i].columns[1])) {
      if (word[0] < 'A' || word[0] > 'Z') continue;
      ++names;
      written += std::find(output.begin(), output.end(), word) != output.end() ? 1 : 0;
    }
  }
  EXPECT_GT(names, 200);
  return written / names;
}

TEST(Mechanisms, CopyingWritesNamesThatWereNeverSeen) {
  EXPECT_GE(names_written("true", 700), 0.95);
  EXPECT_LT(names_written("false", 200), 0.2);
}

// Of the links that attention to the reference's words gives, read one-to-many; and the least that any
// attention could have, so read: some words come from two, and some from none.
struct AlignmentError {
  double found, least;
  double avoidable() const { return found - least; }
};

std::vector<WordLink> one_for_each_target(const std::vector<WordLink>& links, std::size_t targets) {
  std::vector<WordLink> one;
  for (int32_t t = 0; t < static_cast<int32_t>(targets); ++t) {
    auto of_it =
        std::find_if(links.begin(), links.end(), [&](const WordLink& link) { return link.target == t; });
    one.push_back(of_it == links.end() ? WordLink{0, t} : *of_it);
  }
  return one;
}

AlignmentError alignment_error(const std::string& guide) {
  Trained trained("{type: aligned, symbols: 100, lines: 1000, dev_lines: 200}", kWords,
                  kEncoder + "  decoder: {cell: gru, width: 64, readout: 64}\n  guide: " + guide + "\n", 500,
                  "linear");
  std::vector<Prediction> predictions = trained.predict(true);
  std::vector<Statistics> found, least;
  for (std::size_t i = 0; i < predictions.size(); ++i) {
    const Record& record = trained.dev[i];
    std::vector<WordLink> links = aligned_words(record, record.where());
    AttentionMap map = by_words(predictions[i].maps[0], record.columns[0], record.columns[1]);
    found.push_back(alignment_statistics(hard_alignment(map), {links, links}));
    least.push_back(
        alignment_statistics(one_for_each_target(links, words_of(record.columns[1]).size()), {links, links}));
  }
  return {alignment_scores(found, "").error_rate.score / 100,
          alignment_scores(least, "").error_rate.score / 100};
}

TEST(Mechanisms, AGuideAlignsOnLittleDataFarBetterThanNone) {
  AlignmentError guided = alignment_error("alignment"), unguided = alignment_error("none");
  EXPECT_LE(guided.found, 0.15);
  EXPECT_GE(unguided.avoidable(), 5 * guided.avoidable());
}

}  // namespace
}  // namespace heed
