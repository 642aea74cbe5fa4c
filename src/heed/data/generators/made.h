// Data sets that need no files. Line i of a split is a pure function of (seed, split, i): it is drawn, and
// drawn again, until it belongs to the split. Which split that is, a seeded hash says, of the source or of
// what the set holds out instead: a tenth of everything that can be drawn is only ever in dev, so that
// nothing of dev was seen in training.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "heed/base/options.h"
#include "heed/base/random.h"
#include "heed/data/reader.h"

namespace heed {

enum class Split { train, dev };

struct LinesOptions {
  int64_t lines = 40'000, dev_lines = 2'000, seed = 1;
  static void fields(auto& o, auto&& f) {
    f("lines", o.lines, "training examples to make", count_from(1));
    f("dev_lines", o.dev_lines, "held-out examples to make", count_from(1));
    f("seed", o.seed, "seed of the generator", at_least(0));
  }
};

// Of sets whose lines are as long as one likes: in training lengths are drawn, in dev they take turns, each
// length as often.
struct LengthsOptions : LinesOptions {
  int64_t shortest = 4, longest = 16, dev_shortest = 0, dev_longest = 0;
  static void fields(auto& o, auto&& f) {
    LinesOptions::fields(o, f);
    f("shortest", o.shortest, "words of the shortest training sources", between(1, 100'000));
    f("longest", o.longest, "words of the longest training sources", between(1, 100'000));
    f("dev_shortest", o.dev_shortest, "words of the shortest held-out sources; 0 = as in training",
      between(0, 100'000));
    f("dev_longest", o.dev_longest, "words of the longest held-out sources; 0 = as in training",
      between(0, 100'000));
  }
};

// The draws of one line, taken in order.
class Draws {
 public:
  Draws(const Random& random, uint64_t first) : random_(random), next_(first) {}
  std::size_t below(std::size_t count) { return random_.below(next_++, count); }
  double uniform() { return random_.uniform(next_++); }
  bool chance(double probability) { return uniform() < probability; }
  template <class T, std::size_t N>
  T pick(const std::array<T, N>& choices) {
    return choices[below(N)];
  }

 private:
  Random random_;
  uint64_t next_;
};

struct MadeLine {
  std::string source, target;
  std::string alignment = {};
};

// What a line is to be.
struct Wanted {
  Split split;
  int64_t length;  // in words of the source
  const Random& held_out;

  // Whether `what` may be seen in this split.
  bool allows(std::string_view what) const;
};

// "built-in dates (train)"
std::string made_name(const std::string& type, Split split);

// So many lines, made one after the other.
std::unique_ptr<RecordReader> lines_reader(const std::string& name, int64_t lines,
                                           std::function<MadeLine(int64_t line)> make);

struct MadeSet {
  std::string type;
  std::string draws;  // names them: sets that share it draw the same
  // Nothing if what it drew belongs to the other split.
  std::function<std::optional<MadeLine>(Draws& draws, const Wanted& wanted)> write;
};

// An OptionError if the lengths are none.
std::unique_ptr<RecordReader> made_reader(const LengthsOptions& options, const MadeSet& set, Split split);

// The word that a set writes for the number `n`: syllables of `onsets` and five vowels, at least two.
std::string made_word(int64_t n, std::span<const char* const> onsets);

}  // namespace heed
