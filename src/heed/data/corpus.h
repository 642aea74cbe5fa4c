// Where a recipe's data comes from: files in a directory, or a built-in generator when no directory is given.
#pragma once

#include <span>
#include <string>
#include <variant>
#include <vector>

#include "heed/base/options.h"
#include "heed/data/dates.h"
#include "heed/data/record.h"

namespace heed {

// Nothing built in: the recipe needs a directory.
struct NoGeneratorOptions {
  static constexpr const char* kType = "none";
  static void fields(auto&, auto&&) {}
};

struct DatesOptions {
  static constexpr const char* kType = "dates";
  int64_t lines = 40'000, dev_lines = 2'000, seed = 1;
  static void fields(auto& o, auto&& f) {
    f("lines", o.lines, "training examples to make", at_least(1));
    f("dev_lines", o.dev_lines, "held-out examples to make", at_least(1));
    f("seed", o.seed, "seed of the generator", at_least(0));
  }
};

struct DataOptions {
  std::string dir, train = "train.tsv", dev = "dev.tsv";
  std::variant<NoGeneratorOptions, DatesOptions> generator;
  static void fields(auto& o, auto&& f) {
    f("dir", o.dir, "directory of the files below (= --data); empty = the generator");
    f("train", o.train, "training file in dir: source TAB target");
    f("dev", o.dev, "held-out file in dir: source TAB target");
    f("generator", o.generator, "built-in data, used when dir is empty");
  }
};

// `columns`: how many the task has.
std::vector<Record> load_corpus(const DataOptions& options, Split split, int64_t columns);

// One file of tab-separated columns, or two or more parallel files of a column each. Invalid UTF-8, a NUL, a
// wrong number of columns or unequal numbers of lines is an InputError with file and line.
std::vector<Record> read_records(std::span<const std::string> files, int64_t columns);

}  // namespace heed
