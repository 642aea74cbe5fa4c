// A pair of invented languages with known word alignment.
//
// Source: clauses with "," between them. A clause is a verb, then one or more times [a particle without
// meaning] [an adjective] a noun, followed for half of the verbs, if there is room for it, by the verb's
// second part. Target: the nouns of each clause, in the order of the source or, for half of the verbs, in the
// opposite order. An adjective follows its noun, with a linker between them; the verb comes last.
//
// So a verb moves over a whole clause and determines the order of the other words. A verb and its second part
// become one word (many to one), a fifth of the nouns become two words (one to many), particles disappear,
// and linkers appear. The seed determines the dictionary, which verbs reverse the order, and which nouns
// become two words. Dev is held out by source.
#pragma once

#include "heed/data/generators/generator.h"

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

// The dictionary. Words are numbered within their class.
class AlignedLexicon {
 public:
  explicit AlignedLexicon(const AlignedOptions& options);

  enum class Class { verb, adjective, particle, noun };
  // no second part, or one of two
  static constexpr std::array<const char*, 3> kSecondParts = {"", "an", "or"};
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
  std::vector<int32_t> numbers_;  // numbers of the target words, shuffled
  Random random_;
};

}  // namespace heed
