// Built-in data sets that need no files. Line i of a split depends on (seed, split, i) alone. A line is drawn
// repeatedly until it belongs to the split: a seeded hash of the input, or of another part that the set holds
// out, decides which split a line belongs to. A tenth of everything that can be drawn occurs only in dev, so
// that nothing in dev was seen in training.
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
  // The names of the columns, in the order of the task that reads them. Sets with other columns define their
  // own kColumns.
  static constexpr std::array<const char*, 2> kColumns = {"source", "target"};
  int64_t lines = 40'000, dev_lines = 2'000, seed = 1;
  static void fields(auto& o, auto&& f) {
    f("lines", o.lines, "training examples to make", count_from(1));
    f("dev_lines", o.dev_lines, "held-out examples to make", count_from(1));
    f("seed", o.seed, "seed of the generator", at_least(0));
  }
};

// The options of sets whose lines may have any length. Training lengths are random; dev lengths take turns,
// so that each occurs equally often.
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

// The random draws of one line, taken in order.
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

// One line of a set: the texts of its columns in the order of kColumns.
struct GeneratedLine {
  std::vector<std::string> columns;
  std::string alignment = {};
};

// The requirements on the next line.
struct LineRequest {
  Split split;
  int64_t length;  // in words of the source
  const Random& held_out;

  // Whether `what` may occur in this split.
  bool allows(std::string_view what) const;
};

// The name of a split in messages: "built-in dates (train)".
std::string generated_name(const std::string& type, Split split);

// A reader of `lines` lines, each made by a call of `make`.
std::unique_ptr<RecordReader> lines_reader(const std::string& name, int64_t lines,
                                           std::function<GeneratedLine(int64_t line)> make);

struct GeneratedSet {
  std::string type;
  std::string draws;  // seeds the random draws: sets with equal names draw the same
  // Makes a line, or returns nothing if what was drawn belongs to the other split.
  std::function<std::optional<GeneratedLine>(Draws& draws, const LineRequest& request)> write;
};

// A reader of the set's lines. Throws OptionError if the shortest length is above the longest.
std::unique_ptr<RecordReader> generated_reader(const LengthsOptions& options, const GeneratedSet& set,
                                               Split split);

// The word that a set writes for the number `n`: at least two syllables, each made of one of the `onsets` and
// a vowel.
std::string syllable_word(int64_t n, std::span<const char* const> onsets);

}  // namespace heed
