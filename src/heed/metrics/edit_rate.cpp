#include "heed/metrics/edit_rate.h"

#include "heed/base/edit_distance.h"
#include "heed/metrics/ngrams.h"
#include "heed/metrics/python_text.h"

namespace heed {
namespace {

struct UnitNames {
  const char *name, *label, *unit;
};

UnitNames names_of(EditRate::Unit unit) {
  switch (unit) {
    case EditRate::Unit::word:
      return {"wer", "WER", "word"};
    case EditRate::Unit::phone:
      return {"per", "PER", "phone"};
    case EditRate::Unit::character:
      return {"cer", "CER", "character"};
  }
  return {};
}

}  // namespace

std::string EditRate::name() const {
  return names_of(unit_).name;
}

std::string EditRate::settings() const {
  return case_setting(options_) + "|unit:" + names_of(unit_).unit;
}

Statistics EditRate::statistics(const std::string& prediction,
                                std::span<const std::string> references) const {
  WordNumbers words;
  auto read = [&](const std::string& line) {
    std::string text = prepared(line, options_);
    return unit_ == Unit::character ? to_utf32(text) : words.of(split_at_spaces(text));
  };
  std::u32string said = read(prediction);
  Statistics best;
  for (const std::string& reference : references) {
    std::u32string wanted = read(reference);
    auto errors = static_cast<double>(edit_distance(said, wanted));
    auto length = static_cast<double>(wanted.size());
    if (best.empty() || errors < best[0] || (errors == best[0] && length > best[1])) best = {errors, length};
  }
  return best;
}

// If all references are empty, any output is an error.
double EditRate::score_of(std::span<const double> sum) const {
  if (sum[1] == 0) return sum[0] == 0 ? 0 : 100;
  return 100 * sum[0] / sum[1];
}

Score EditRate::describe(std::span<const double> sum) const {
  Score score;
  score.name = names_of(unit_).label;
  score.score = score_of(sum);
  score.count = static_cast<int64_t>(sum[1]);
  score.higher_is_better = false;
  score.counts = {{"errors", {static_cast<int64_t>(sum[0])}}, {"length", {score.count}}};
  return score;
}

}  // namespace heed
