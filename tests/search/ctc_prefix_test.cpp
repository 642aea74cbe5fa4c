// Prefix scores beside all paths, one by one.
#include "heed/search/ctc_prefix.h"

#include <gtest/gtest.h>

#include <functional>

#include "heed/search/ensemble.h"
#include "search/history_stepper.h"

namespace heed {
namespace {

constexpr int32_t kBlank = kStart;  // the start token is no label

// Frames that depend on the sentence alone, and in which nothing is the end token.
std::vector<float> made_up_frames(int32_t sentence, std::size_t frames) {
  std::vector<float> all;
  for (std::size_t t = 0; t < frames; ++t) {
    std::vector<float> row = HistoryStepper::distribution({1000 + sentence, static_cast<int32_t>(t)});
    float rest = std::log(1 - std::exp(row[kEnd]));
    for (float& one : row) one -= rest;
    row[kEnd] = -INFINITY;
    all.insert(all.end(), row.begin(), row.end());
  }
  return all;
}

// The probability of each output, by adding up all paths.
std::map<Ids, double> outputs_of(const std::vector<float>& frames) {
  std::map<Ids, double> all;
  std::function<void(std::size_t, int32_t, const Ids&, double)> walk = [&](std::size_t t, int32_t last,
                                                                           const Ids& said, double log_p) {
    if (t * kVocabulary == frames.size()) {
      all[said] += std::exp(log_p);
      return;
    }
    for (int32_t label = 0; label < kVocabulary; ++label) {
      if (label == kEnd) continue;
      Ids longer = said;
      if (label != kBlank && label != last) longer.push_back(label);
      walk(t + 1, label, longer, log_p + frames[t * kVocabulary + static_cast<std::size_t>(label)]);
    }
  };
  walk(0, kBlank, {}, 0);
  return all;
}

double beginning_with(const std::map<Ids, double>& outputs, const Ids& prefix) {
  double sum = 0;
  for (const auto& [output, p] : outputs)
    if (output.size() >= prefix.size() && std::equal(prefix.begin(), prefix.end(), output.begin())) sum += p;
  return sum;
}

// Every prefix that two sentences can have, in one run whose rows change places.
TEST(CtcPrefix, IsTheSumOverAllPaths) {
  for (std::size_t frames : {1U, 2U, 5U}) {
    std::vector<float> one = made_up_frames(1, frames), two = made_up_frames(2, frames);
    std::vector<CtcFrames> sentences = {{one}, {two}};
    CtcPrefix stepper(sentences, kVocabulary, kBlank, kEnd);
    std::vector<std::map<Ids, double>> outputs = {outputs_of(one), outputs_of(two)};
    struct Row {
      std::size_t sentence;
      Ids prefix;
    };
    std::vector<Row> rows = {{1, {}}, {0, {}}};
    Ids parents = {1, 0}, tokens = {kStart, kStart};
    for (std::size_t length = 0; length < 3; ++length) {
      StepOut out = stepper.step(parents, tokens);
      std::vector<Row> next;
      parents.clear();
      tokens.clear();
      for (std::size_t r = 0; r < rows.size(); ++r) {
        const auto& [sentence, prefix] = rows[r];
        double begins = beginning_with(outputs[sentence], prefix);
        for (int32_t label = 0; label < kVocabulary; ++label) {
          float found = out.log_probs[r * kVocabulary + static_cast<std::size_t>(label)];
          Ids longer = prefix;
          longer.push_back(label);
          auto whole = outputs[sentence].find(prefix);
          double expected = label == kEnd ? (whole == outputs[sentence].end() ? 0 : whole->second)
                                          : beginning_with(outputs[sentence], longer);
          if (expected == 0)
            EXPECT_EQ(found, -INFINITY);
          else
            EXPECT_NEAR(found, std::log(expected / begins), 1e-5) << frames << " frames";
          if (expected == 0 || label == kEnd) continue;
          next.push_back({sentence, longer});
          parents.push_back(static_cast<int32_t>(r));
          tokens.push_back(label);
        }
      }
      rows = next;
      if (rows.empty()) break;
    }
  }
}

// Another model and CTC, weighted: a beam that keeps everything finds the output with the largest sum.
TEST(CtcPrefix, SearchesTogetherWithAnotherModel) {
  constexpr int32_t kLimit = 4;
  constexpr double kModel = 0.6, kCtc = 0.4;
  for (int32_t sentence = 0; sentence < 5; ++sentence) {
    std::vector<float> frames = made_up_frames(sentence, 4);
    std::vector<CtcFrames> sentences = {{frames}};
    std::vector<Ensemble::Member> members;
    members.push_back({std::make_unique<HistoryStepper>(1, 100 + sentence), kModel});
    members.push_back({std::make_unique<CtcPrefix>(sentences, kVocabulary, kBlank, kEnd), kCtc});
    Ensemble both(std::move(members), Ensemble::Mean::sum, kColumns);
    FoundHypotheses found = beam_search(both, sentences_of({kLimit}), kTokens, options_with(200));
    double best = -INFINITY;
    Ids likeliest;
    std::map<Ids, double> ctc = outputs_of(frames);
    for (const Output& output : all_outputs(100 + sentence, kLimit)) {
      if (output.tokens.back() != kEnd) continue;
      Ids said(output.tokens.begin(), output.tokens.end() - 1);
      double total = kModel * output.log_probability + kCtc * std::log(ctc[said]);
      if (total > best) best = total, likeliest = output.tokens;
    }
    const Hypothesis* first = nullptr;
    for (const Hypothesis& hypothesis : found[0])
      if (hypothesis.ended && (first == nullptr || hypothesis.log_probability > first->log_probability))
        first = &hypothesis;
    ASSERT_NE(first, nullptr);
    EXPECT_EQ(first->tokens, likeliest);
    EXPECT_NEAR(first->log_probability, best, 1e-4);
  }
}

}  // namespace
}  // namespace heed
