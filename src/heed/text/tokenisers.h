// The tokenisers that a recipe can choose from.
#pragma once

#include <memory>
#include <variant>

#include "heed/base/options.h"
#include "heed/text/tokeniser.h"

namespace heed {

// One token for each code point. Words are separated by white space.
struct CharactersOptions {
  static constexpr const char* kType = "characters";
  static void fields(auto&, auto&&) {}
  std::unique_ptr<Tokeniser> make() const;
  bool operator==(const CharactersOptions&) const = default;
};

// One token for each word. `attached`: words are separated by white space and joined by one space.
// `separate`: punctuation and symbols are tokens of their own, and so is each Chinese or Japanese character;
// a token without the usual space to its neighbour is marked with ￭ on that side, so that joining restores
// every byte.
struct WordsOptions {
  static constexpr const char* kType = "words";
  int64_t size = 0, min_count = 1;
  bool lowercase = false;
  std::string punctuation = "attached";
  static void fields(auto& o, auto&& f) {
    f("size", o.size, "largest vocabulary, including four special tokens; 0 = no limit", count_from(0));
    f("min_count", o.min_count, "rarer words are unknown", count_from(1));
    f("lowercase", o.lowercase, "convert text to lower case");
    f("punctuation", o.punctuation,
      "whether punctuation is part of the word that it touches, or a token of its own",
      one_of({"attached", "separate"}));
  }
  std::unique_ptr<Tokeniser> make() const;
  bool operator==(const WordsOptions&) const = default;
};

// Subword pieces learnt by SentencePiece (Kudo & Richardson 2018): a unigram language model (Kudo 2018) or
// byte-pair encoding (Sennrich et al. 2016).
struct SentencePieceOptions {
  static constexpr const char* kType = "sentencepiece";
  std::string model = "unigram", normalisation = "identity", file;
  int64_t size = 8000, sample = 1'000'000;
  double character_coverage = 1.0;
  bool byte_fallback = false, lowercase = false;
  static void fields(auto& o, auto&& f) {
    f("model", o.model, "how pieces are learnt", one_of({"unigram", "bpe"}));
    f("size", o.size, "number of pieces, including four special ones", between(5, 1'000'000));
    f("character_coverage", o.character_coverage,
      "share of the characters in the text that the pieces must cover", between(0.98, 1.0));
    f("byte_fallback", o.byte_fallback, "encode unknown characters as bytes");
    f("normalisation", o.normalisation,
      "identity keeps the text as it is; nfkc unifies variants of characters and runs of white space",
      one_of({"identity", "nfkc"}));
    f("lowercase", o.lowercase, "convert text to lower case");
    f("sample", o.sample, "pieces are learnt from a random sample of at most this many lines", count_from(1));
    f("file", o.file, "a SentencePiece model to use instead of learning one");
  }
  std::unique_ptr<Tokeniser> make() const;
  bool operator==(const SentencePieceOptions&) const = default;
};

using TokeniserOptions = std::variant<CharactersOptions, WordsOptions, SentencePieceOptions>;

}  // namespace heed
