// Where a recipe's data comes from: files, several corpora of them with weights, or a built-in generator when
// no directory is given.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "heed/base/options.h"
#include "heed/data/generators/generators.h"
#include "heed/data/reader.h"

namespace heed {

inline constexpr const char* kAlignmentHelp =
    "a file of word alignments (\"0-0 1-2\"), a line a record; plain or gzip; empty = none";

struct CorpusOptions {
  static constexpr const char* kShort = "files";
  std::vector<std::string> files;
  double weight = 1;
  std::string alignment = {};
  static void fields(auto& o, auto&& f) {
    f("files", o.files, "one file of all columns (.tsv, .csv, .jsonl), or parallel files; plain or gzip");
    f("weight", o.weight, "how often an epoch takes each of its examples, on average", between(0.0001, 1000));
    f("alignment", o.alignment, kAlignmentHelp);
  }
};

struct HeldOutOptions {
  static constexpr const char* kShort = "files";
  std::vector<std::string> files;
  std::string alignment = {};
  static void fields(auto& o, auto&& f) {
    f("files", o.files, "one file of all columns (.tsv, .csv, .jsonl), or parallel files; plain or gzip");
    f("alignment", o.alignment, kAlignmentHelp);
  }
};

struct DataOptions {
  std::string dir;
  std::vector<CorpusOptions> train;
  HeldOutOptions dev;
  std::vector<std::string> columns;
  GeneratorOptions generator;
  static void fields(auto& o, auto&& f) {
    f("dir", o.dir, "directory of the files below (= --data); empty = the working directory");
    f("train", o.train, "corpora to learn from; none = train.tsv in dir, or the generator");
    f("dev", o.dev, "what is held out; none = dev.tsv in dir, or the generator");
    f("columns", o.columns,
      "names of the columns in CSV and JSONL, in the task's order; empty = the task's own");
    f("generator", o.generator, "built-in data, used when neither dir nor files are given");
  }
};

// One corpus, which can be read as often as needed.
struct Corpus {
  std::string name;  // its files
  double weight = 1;
  std::vector<std::string> files;  // all that it is read from; none if it is made
  std::function<std::unique_ptr<RecordReader>()> open;
};

std::vector<Corpus> train_corpora(const DataOptions& options, const Columns& columns);
Corpus dev_corpus(const DataOptions& options, const Columns& columns);
// Whether training examples have alignments: a file of them is named, or the built-in data has them.
bool gives_alignments(const DataOptions& options);
// The task's columns as the data calls them.
Columns named_columns(const DataOptions& options, Columns columns);

// All records of a split, in memory.
std::vector<Record> load_corpus(const DataOptions& options, Split split, const Columns& columns);

}  // namespace heed
