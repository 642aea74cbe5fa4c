// Two sets over the same sources, random symbols:
//
//   reversal   "bq cd an" → "an cd bq"    the last becomes the first: attention must run backwards
//   sorting    "bq cd an" → "an bq cd"    in the order of the alphabet: attention must search
//
// A symbol is a word of letters, all of one length ("aa", "ab", … for 27 to 676 symbols), so that the order
// of their numbers is the order of the alphabet. What is held out are sources.
#pragma once

#include "heed/data/generators/made.h"

namespace heed {

struct SymbolsOptions : LengthsOptions {
  int64_t symbols = 100;
  bool repeats = false;
  static void fields(auto& o, auto&& f) {
    LengthsOptions::fields(o, f);
    f("symbols", o.symbols, "different symbols", between(2, 100'000));
    f("repeats", o.repeats,
      "whether a symbol may come again in a line; where a line is longer than there are symbols it does");
  }
};

struct ReversalOptions : SymbolsOptions {
  static constexpr const char* kType = "reversal";
  std::unique_ptr<RecordReader> open(Split split) const;
};

struct SortingOptions : SymbolsOptions {
  static constexpr const char* kType = "sorting";
  std::unique_ptr<RecordReader> open(Split split) const;
};

}  // namespace heed
