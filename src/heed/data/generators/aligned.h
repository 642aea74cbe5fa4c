// A made-up pair of languages whose alignment is known, word by word:
//
// Source: clauses with "," between them. A clause is a verb, then once or more often [a particle of no
// meaning] [an adjective] a noun, and behind them, for half of the verbs that there is room for, the verb's
// second part. Target: each clause's nouns, in the source's order or, for half of the verbs, in the opposite
// one; an adjective stands behind its noun with a linker between them; the verb comes last.
//
// So verbs move over a whole clause, a verb says how everything else moves, a verb and its second part become
// one word (many to one), a fifth of the nouns two (one to many), particles none; linkers come from nothing.
// The dictionary, which verbs turn the order and which nouns are two words are drawn from the seed. What is
// held out are sources.
#pragma once

#include "heed/data/generators/made.h"

namespace heed {

struct AlignedOptions : LengthsOptions {
  static constexpr const char* kType = "aligned";
  int64_t symbols = 200;
  static void fields(auto& o, auto&& f) {
    LengthsOptions::fields(o, f);
    f("symbols", o.symbols, "different words of the source: verbs, adjectives, particles and nouns",
      between(20, 10'000));
  }
  std::unique_ptr<RecordReader> open(Split split) const;
};

// The dictionary: words by number within their class.
class MadeLexicon {
 public:
  explicit MadeLexicon(const AlignedOptions& options);

  enum class Class { verb, adjective, particle, noun };
  static constexpr std::array<const char*, 3> kSecondParts = {"", "an", "or"};  // none, or one of two
  static constexpr const char* kLinker = "lo";

  std::size_t size(Class which) const { return sizes_[static_cast<std::size_t>(which)]; }
  std::string source(Class which, std::size_t word) const;
  std::string verb(std::size_t word, std::size_t second_part) const;
  std::string adjective(std::size_t word) const;
  std::vector<std::string> noun(std::size_t word) const;  // one word or two
  bool turns(std::size_t verb) const;

 private:
  std::string target(std::size_t number) const;

  std::array<std::size_t, 4> sizes_{};
  std::vector<int32_t> numbers_;  // of the target's words, shuffled
  Random random_;
};

}  // namespace heed
