#include "heed/metrics/chrf.h"

#include <algorithm>

#include "heed/metrics/ngrams.h"
#include "heed/metrics/python_text.h"

namespace heed {
namespace {

constexpr int kCharacterOrder = 6;
constexpr double kBetaSquared = 4;

bool is_ascii_punctuation(char c) {
  return (c >= '!' && c <= '/') || (c >= ':' && c <= '@') || (c >= '[' && c <= '`') || (c >= '{' && c <= '~');
}

// Separates one mark at the end of a word, or else one at its beginning: "(so)" gives "(so" and ")". Bytes of
// other characters are never ASCII, so if the last byte is a mark, it is the last character.
std::vector<std::string> words_and_marks(std::string_view line) {
  std::vector<std::string> pieces;
  for (const std::string& word : split_at_spaces(line)) {
    if (word.size() > 1 && is_ascii_punctuation(word.back())) {
      pieces.insert(pieces.end(), {word.substr(0, word.size() - 1), word.substr(word.size() - 1)});
    } else if (word.size() > 1 && is_ascii_punctuation(word.front())) {
      pieces.insert(pieces.end(), {word.substr(0, 1), word.substr(1)});
    } else {
      pieces.push_back(word);
    }
  }
  return pieces;
}

// The two sequences of a line whose n-grams are counted.
struct Line {
  std::u32string characters, words;
};

// For every order: the numbers of n-grams of the prediction, of the reference, and of both.
Statistics compare(const Line& prediction, const Line& reference, int word_order) {
  Statistics numbers;
  auto add = [&](std::u32string_view said, std::u32string_view wanted, int orders) {
    for (std::size_t n = 1; n <= static_cast<std::size_t>(orders); ++n) {
      NgramCounts a = count_ngrams(said, n), b = count_ngrams(wanted, n);
      // An order that the reference is too short for does not count against the prediction.
      numbers.push_back(b.empty() ? 0 : static_cast<double>(total(a)));
      numbers.push_back(static_cast<double>(total(b)));
      numbers.push_back(static_cast<double>(common(a, b)));
    }
  };
  add(prediction.characters, reference.characters, kCharacterOrder);
  add(prediction.words, reference.words, word_order);
  return numbers;
}

}  // namespace

std::string Chrf::settings() const {
  return case_setting(options_) + "|eff:yes|nc:" + std::to_string(kCharacterOrder) +
         "|nw:" + std::to_string(word_order_) + "|space:no";
}

Statistics Chrf::statistics(const std::string& prediction, std::span<const std::string> references) const {
  WordNumbers numbers;
  auto read = [&](const std::string& text) {
    std::string line = prepared(text, options_);
    std::u32string characters = to_utf32(line);
    std::erase_if(characters, is_python_space);
    return Line{characters, word_order_ > 0 ? numbers.of(words_and_marks(line)) : std::u32string()};
  };
  Line said = read(prediction);
  Statistics best;
  for (const std::string& reference : references) {
    Statistics candidate = compare(said, read(reference), word_order_);
    if (best.empty() || score_of(candidate) > score_of(best)) best = std::move(candidate);
  }
  return best;
}

double Chrf::score_of(std::span<const double> sum) const {
  double precision = 0, recall = 0;
  int orders = 0;
  for (std::size_t i = 0; i + 2 < sum.size(); i += 3) {
    if (sum[i] == 0 || sum[i + 1] == 0) continue;
    precision += sum[i + 2] / sum[i];
    recall += sum[i + 2] / sum[i + 1];
    ++orders;
  }
  if (precision + recall == 0) return 0;
  precision /= orders;
  recall /= orders;
  return 100 * (1 + kBetaSquared) * precision * recall / (kBetaSquared * precision + recall);
}

Score Chrf::describe(std::span<const double> sum) const {
  Score score;
  score.name = word_order_ == 0 ? "chrF2" : "chrF2++";
  score.score = score_of(sum);
  score.count = static_cast<int64_t>(sum[1]);
  score.percentage = false;
  score.counts = {{"hypothesis", {}}, {"reference", {}}, {"matches", {}}};
  for (std::size_t i = 0; i < sum.size(); ++i) {
    score.counts[i % 3].second.push_back(static_cast<int64_t>(sum[i]));
  }
  return score;
}

}  // namespace heed
