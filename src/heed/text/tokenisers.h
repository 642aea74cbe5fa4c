// The ways to cut text into tokens that a recipe can choose from.
#pragma once

#include <memory>
#include <variant>

#include "heed/base/options.h"
#include "heed/text/tokeniser.h"

namespace heed {

// A token a code point; words are what white space separates.
struct CharactersOptions {
  static constexpr const char* kType = "characters";
  static void fields(auto&, auto&&) {}
  std::unique_ptr<Tokeniser> make() const;
  bool operator==(const CharactersOptions&) const = default;
};

// A token a word. `attached`: whatever white space separates, joined by one space. `separate`: punctuation
// and symbols are tokens of their own, and so is each Chinese or Japanese character; a token that touches a
// neighbour which would otherwise stand apart is marked with ￭ on that side, so that joining restores every
// byte.
struct WordsOptions {
  static constexpr const char* kType = "words";
  int64_t size = 0, min_count = 1;
  bool lowercase = false;
  std::string punctuation = "attached";
  static void fields(auto& o, auto&& f) {
    f("size", o.size, "most tokens in the vocabulary, the four special ones included; 0 = all",
      count_from(0));
    f("min_count", o.min_count, "words seen less often are unknown", count_from(1));
    f("lowercase", o.lowercase, "whether capitals are read as small letters");
    f("punctuation", o.punctuation, "part of the word that it touches, or tokens of their own",
      one_of({"attached", "separate"}));
  }
  std::unique_ptr<Tokeniser> make() const;
  bool operator==(const WordsOptions&) const = default;
};

// Pieces of words, learnt by SentencePiece (Kudo & Richardson 2018): a unigram language model (Kudo 2018) or
// byte-pair encoding (Sennrich et al. 2016).
struct SentencePieceOptions {
  static constexpr const char* kType = "sentencepiece";
  std::string model = "unigram", normalisation = "identity", file;
  int64_t size = 8000, sample = 1'000'000;
  double character_coverage = 1.0;
  bool byte_fallback = false, lowercase = false;
  static void fields(auto& o, auto&& f) {
    f("model", o.model, "how pieces are learnt", one_of({"unigram", "bpe"}));
    f("size", o.size, "pieces, the four special ones included", between(5, 1'000'000));
    f("character_coverage", o.character_coverage, "share of the text's characters that must be pieces",
      between(0.98, 1.0));
    f("byte_fallback", o.byte_fallback, "whether unknown characters are written as their bytes");
    f("normalisation", o.normalisation,
      "identity keeps the text as it is; nfkc folds variants of a character and runs of white space",
      one_of({"identity", "nfkc"}));
    f("lowercase", o.lowercase, "whether capitals are read as small letters");
    f("sample", o.sample, "most lines that pieces are learnt from, drawn from all", count_from(1));
    f("file", o.file, "a SentencePiece model to use instead of learning one");
  }
  std::unique_ptr<Tokeniser> make() const;
  bool operator==(const SentencePieceOptions&) const = default;
};

using TokeniserOptions = std::variant<CharactersOptions, WordsOptions, SentencePieceOptions>;

}  // namespace heed
