#include "heed/data/generators/aligned.h"

#include <algorithm>
#include <numeric>

#include "heed/base/error.h"

namespace heed {
namespace {

using Class = AlignedLexicon::Class;

constexpr std::array<const char*, 10> kSourceOnsets = {"b", "d", "f", "g", "k", "l", "m", "n", "p", "r"};
constexpr std::array<const char*, 10> kTargetOnsets = {"h", "v", "w", "y", "z", "ch", "sh", "st", "th", "tr"};

struct TargetWord {
  std::string text;
  std::vector<int64_t> from;  // words of the source
};

// Writes one line, clause by clause.
class Writer {
 public:
  Writer(const AlignedLexicon& lexicon, Draws& draws) : lexicon_(lexicon), draws_(draws) {}

  GeneratedLine write(int64_t words) {
    for (int64_t left = words; left > 0;) {
      int64_t taken = 4 + static_cast<int64_t>(draws_.below(6));
      if (left - taken < 3) taken = left;  // a comma and the shortest clause
      write_clause(taken);
      left -= taken;
      if (left == 0) break;
      target_.push_back({",", {say(",")}});
      --left;
    }
    return {{joined(source_), joined_target()}, alignment()};
  }

 private:
  int64_t say(const std::string& word) {
    source_.push_back(word);
    return static_cast<int64_t>(source_.size()) - 1;
  }

  int64_t say(Class which, std::size_t& word) {
    word = draws_.below(lexicon_.size(which));
    return say(lexicon_.source(which, word));
  }

  void write_clause(int64_t words) {
    std::size_t verb = 0, second_part = words > 2 && draws_.chance(0.5) ? 1 + draws_.below(2) : 0;
    std::vector<int64_t> from = {say(Class::verb, verb)};
    std::vector<std::vector<TargetWord>> phrases;
    for (int64_t left = words - 1 - (second_part > 0 ? 1 : 0); left > 0;) phrases.push_back(phrase(left));
    if (second_part > 0) from.push_back(say(AlignedLexicon::kSecondParts[second_part]));
    if (lexicon_.turns(verb)) std::reverse(phrases.begin(), phrases.end());
    for (auto& one : phrases) std::move(one.begin(), one.end(), std::back_inserter(target_));
    target_.push_back({lexicon_.verb(verb, second_part), from});
  }

  // Writes a noun with the words before it, at most `left` words, and subtracts their number from `left`.
  std::vector<TargetWord> phrase(int64_t& left) {
    std::size_t particle = 0, adjective = 0, noun = 0;
    if (left > 1 && draws_.chance(0.25)) {
      say(Class::particle, particle);
      --left;
    }
    std::vector<TargetWord> behind;
    if (left > 1 && draws_.chance(0.5)) {
      int64_t from = say(Class::adjective, adjective);
      behind = {{AlignedLexicon::kLinker, {}}, {lexicon_.adjective(adjective), {from}}};
      --left;
    }
    int64_t from = say(Class::noun, noun);
    --left;
    std::vector<TargetWord> words;
    for (const std::string& word : lexicon_.noun(noun)) words.push_back({word, {from}});
    words.insert(words.end(), behind.begin(), behind.end());
    return words;
  }

  static std::string joined(const std::vector<std::string>& words) { return join_names(words, " "); }

  std::string joined_target() const {
    std::vector<std::string> words;
    for (const TargetWord& word : target_) words.push_back(word.text);
    return joined(words);
  }

  std::string alignment() const {
    std::vector<std::pair<int64_t, std::size_t>> links;
    for (std::size_t i = 0; i < target_.size(); ++i) {
      for (int64_t from : target_[i].from) links.emplace_back(from, i);
    }
    std::sort(links.begin(), links.end());
    std::vector<std::string> texts;
    for (auto [source, target] : links)
      texts.push_back(std::to_string(source) + "-" + std::to_string(target));
    return joined(texts);
  }

  const AlignedLexicon& lexicon_;
  Draws& draws_;
  std::vector<std::string> source_;
  std::vector<TargetWord> target_;
};

}  // namespace

AlignedLexicon::AlignedLexicon(const AlignedOptions& options)
    : random_(static_cast<uint64_t>(options.seed), "aligned dictionary") {
  auto symbols = static_cast<std::size_t>(options.symbols);
  std::size_t verbs = symbols / 5, adjectives = symbols / 5, particles = symbols / 20;
  sizes_ = {verbs, adjectives, particles, symbols - verbs - adjectives - particles};
  numbers_.resize(verbs * kSecondParts.size() + adjectives + 2 * size(Class::noun));
  std::iota(numbers_.begin(), numbers_.end(), 0);
  random_.shuffle(numbers_);
}

std::string AlignedLexicon::source(Class which, std::size_t word) const {
  auto before =
      std::accumulate(sizes_.begin(), sizes_.begin() + static_cast<std::ptrdiff_t>(which), std::size_t{0});
  return syllable_word(static_cast<int64_t>(before + word), kSourceOnsets);
}

std::string AlignedLexicon::target(std::size_t number) const {
  return syllable_word(numbers_[number], kTargetOnsets);
}

std::string AlignedLexicon::verb(std::size_t word, std::size_t second_part) const {
  return target(word * kSecondParts.size() + second_part);
}

std::string AlignedLexicon::adjective(std::size_t word) const {
  return target(size(Class::verb) * kSecondParts.size() + word);
}

std::vector<std::string> AlignedLexicon::noun(std::size_t word) const {
  std::size_t first = size(Class::verb) * kSecondParts.size() + size(Class::adjective) + 2 * word;
  bool two = random_.uniform((uint64_t{1} << 40) + word) < 0.2;
  return two ? std::vector{target(first), target(first + 1)} : std::vector{target(first)};
}

bool AlignedLexicon::turns(std::size_t verb) const {
  return random_.uniform((uint64_t{1} << 41) + verb) < 0.5;
}

std::unique_ptr<RecordReader> AlignedOptions::open(Split split) const {
  if (shortest < 2 || dev_shortest == 1) {
    throw OptionError("the generator 'aligned': expected " + std::string(shortest < 2 ? "" : "dev_") +
                      "shortest to be at least 2, a verb and a noun, found 1");
  }
  auto write = [lexicon = AlignedLexicon(*this)](Draws& draws,
                                                 const LineRequest& request) -> std::optional<GeneratedLine> {
    GeneratedLine line = Writer(lexicon, draws).write(request.length);
    if (!request.allows(line.columns[0])) return std::nullopt;
    return line;
  };
  return generated_reader(*this, {kType, kType, write}, split);
}

}  // namespace heed
