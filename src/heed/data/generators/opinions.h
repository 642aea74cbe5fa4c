// Short reviews and the opinion that each expresses: positive, negative or neutral.
//
//   "we came by bus on friday . the soup was not at all tasty ."                → negative
//   "although the room was dull , the staff were never rude . it rained ."     → positive
//   "the pool is behind the kitchen . we paid in advance ."                    → neutral
//
// A review consists of statements of fact and, for four labels of five, one opinion at a random place among
// them. An opinion consists of a thing, an adjective, and often a negation, with or without a word between it
// and the adjective. It may come with its opposite, which is introduced by "although" or stands before "but"
// and does not count. Dev is held out by pair of a negation (or none) and an adjective: a tenth of the pairs
// occurs only in dev, so that counting pairs of words is not enough. `shortest` and `longest` count
// sentences.
#pragma once

#include "heed/data/generators/generator.h"

namespace heed {

struct OpinionsOptions : LengthsOptions {
  static constexpr const char* kType = "opinions";
  static constexpr std::array<const char*, 2> kColumns = {"label", "text"};
  OpinionsOptions() { shortest = 1, longest = 6; }
  static void fields(auto& o, auto&& f) {
    LinesOptions::fields(o, f);
    f("shortest", o.shortest, "sentences of the shortest training texts", between(1, 1000));
    f("longest", o.longest, "sentences of the longest training texts", between(1, 1000));
    f("dev_shortest", o.dev_shortest, "sentences of the shortest held-out texts; 0 = as in training",
      between(0, 1000));
    f("dev_longest", o.dev_longest, "sentences of the longest held-out texts; 0 = as in training",
      between(0, 1000));
  }
  std::unique_ptr<RecordReader> open(Split split) const;
};

}  // namespace heed
