// Describes where a recipe's data comes from: files, several weighted corpora of files, or a built-in
// generator if no directory is given.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "heed/base/options.h"
#include "heed/data/generators/generators.h"
#include "heed/data/reader.h"

namespace heed {

inline constexpr const char* kAlignmentHelp =
    "file of word alignments (\"0-0 1-2\"), one line for each record; plain or gzip; empty = none";

struct CorpusOptions {
  static constexpr const char* kShort = "files";
  std::vector<std::string> files;
  double weight = 1;
  std::string alignment = {};
  static void fields(auto& o, auto&& f) {
    f("files", o.files,
      "one file of all columns (.tsv, .csv, .jsonl, .conll), or parallel files; plain or gzip");
    f("weight", o.weight, "average number of times that each example occurs in an epoch",
      between(0.0001, 1000));
    f("alignment", o.alignment, kAlignmentHelp);
  }
};

struct HeldOutOptions {
  static constexpr const char* kShort = "files";
  std::vector<std::string> files;
  std::string alignment = {};
  static void fields(auto& o, auto&& f) {
    f("files", o.files,
      "one file of all columns (.tsv, .csv, .jsonl, .conll), or parallel files; plain or gzip");
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
    f("dev", o.dev, "held-out data; none = dev.tsv in dir, or the generator");
    f("columns", o.columns,
      "names of the columns in CSV and JSONL, in the task's order; empty = the task's own");
    f("generator", o.generator, "built-in data, used when neither dir nor files are given");
  }
};

// One corpus. It can be read as often as needed.
struct Corpus {
  std::string name;  // for messages: the files, or the generator
  double weight = 1;
  std::vector<std::string> files;  // all files that it is read from; empty if the data is generated
  std::function<std::unique_ptr<RecordReader>()> open;
};

std::vector<Corpus> train_corpora(const DataOptions& options, const Columns& columns);
Corpus dev_corpus(const DataOptions& options, const Columns& columns);
// Whether the training examples have alignments, from a file or from the generator.
bool gives_alignments(const DataOptions& options);
// The columns of the task under the names that the data has for them (data.columns).
Columns named_columns(const DataOptions& options, Columns columns);

// Reads all records of a split into memory.
std::vector<Record> load_corpus(const DataOptions& options, Split split, const Columns& columns);

}  // namespace heed
