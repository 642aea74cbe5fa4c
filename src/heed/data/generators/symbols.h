// Two sets with the same sources, sequences of random symbols:
//
//   reversal   "bq cd an" → "an cd bq"    the opposite order: attention must run backwards
//   sorting    "bq cd an" → "an bq cd"    alphabetical order: attention must search
//
// All symbols are words of letters of equal length ("aa", "ab", … for 27 to 676 symbols), so that their
// numbers have alphabetical order. Dev is held out by source.
#pragma once

#include "heed/data/generators/generator.h"

namespace heed {

struct SymbolsOptions : LengthsOptions {
  int64_t symbols = 100;
  bool repeats = false;
  static void fields(auto& o, auto&& f) {
    LengthsOptions::fields(o, f);
    f("symbols", o.symbols, "different symbols", between(2, 100'000));
    f("repeats", o.repeats,
      "whether a line may repeat symbols; lines longer than the number of symbols always do");
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
