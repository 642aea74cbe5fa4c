// Sentences with names that no vocabulary has: English, and an invented language whose order is time, then
// places and receivers, then the subject. Nouns come before their descriptions, and the verb comes last.
//
//   "Ravelun gave a red lamp to Tosi at night ." → "nokte Tosi tu Ravelun lum rud donal ."
//
// A clause has one to three names of persons and places, made of random syllables. There are millions of
// names, most of which are seen once or never, while each of the other words occurs in thousands of lines.
// The target copies the names in an order that the clause determines. `shortest` and `longest` count clauses,
// which are joined by "and". Dev is held out by name: a tenth of the names occurs only in dev, and dev has no
// others.
#pragma once

#include "heed/data/generators/generator.h"

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
