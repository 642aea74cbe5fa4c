// Sentences with names that no vocabulary has: English, and a made-up language that puts time first, places
// and receivers before whoever does something, what is described before its description, and the verb last.
//
//   "Ravelun gave a red lamp to Tosi at night ." → "nokte Tosi tu Ravelun lum rud donal ."
//
// A clause has one to three names of persons and places, made of random syllables: millions of them, most of
// which are seen once or never, while the other words come in thousands of lines. They are copied, in an
// order that the clause decides. `shortest` and `longest` count clauses, which "and" joins. What is held out
// are names: a tenth of them is only ever in dev, and dev has no others.
#pragma once

#include "heed/data/generators/made.h"

namespace heed {

struct NamesOptions : LengthsOptions {
  static constexpr const char* kType = "names";
  NamesOptions() { shortest = longest = 1; }
  static void fields(auto& o, auto&& f) {
    LinesOptions::fields(o, f);
    f("shortest", o.shortest, "clauses of the shortest training sentences", between(1, 1000));
    f("longest", o.longest, "clauses of the longest training sentences", between(1, 1000));
    f("dev_shortest", o.dev_shortest, "clauses of the shortest held-out sentences; 0 = as in training",
      between(0, 1000));
    f("dev_longest", o.dev_longest, "clauses of the longest held-out sentences; 0 = as in training",
      between(0, 1000));
  }
  std::unique_ptr<RecordReader> open(Split split) const;
};

}  // namespace heed
