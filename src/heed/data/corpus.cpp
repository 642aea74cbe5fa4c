#include "heed/data/corpus.h"

#include <algorithm>

#include "heed/base/error.h"
#include "heed/base/files.h"
#include "heed/data/alignment.h"

namespace heed {
namespace {

bool is_generated(const DataOptions& options) {
  bool files = !options.dir.empty() || !options.train.empty() || !options.dev.files.empty() ||
               !options.dev.alignment.empty();
  return !files && !std::holds_alternative<NoGeneratorOptions>(options.generator);
}

Corpus generated_corpus(const GeneratorOptions& options, Split split, const Columns& columns) {
  Corpus corpus;
  auto from = [&](const auto& set) {
    if constexpr (requires { set.open(split); }) {
      std::vector<std::string> names(set.kColumns.begin(), set.kColumns.end());
      if (names != columns.names) {
        throw OptionError("data.generator: expected a built-in set with the columns of the task, " +
                          join_names(columns.names, " and ") + "; found '" + set.kType +
                          "', whose columns are " + join_names(names, " and "));
      }
      corpus.name = generated_name(set.kType, split);
      corpus.open = [set, split] { return set.open(split); };
    }
  };
  std::visit(from, options);
  return corpus;
}

// The training files that a recipe names, or the default names if it names none.
std::vector<CorpusOptions> train_files(const DataOptions& options) {
  return options.train.empty() ? std::vector<CorpusOptions>{{{"train.tsv"}}} : options.train;
}

HeldOutOptions dev_files(const DataOptions& options) {
  HeldOutOptions dev = options.dev;
  if (dev.files.empty()) dev.files = {"dev.tsv"};
  return dev;
}

void require_directory(const DataOptions& options) {
  std::string expected = join_names(train_files(options)[0].files, " + ") + " and " +
                         join_names(dev_files(options).files, " + ");
  if (!options.dir.empty() && !fs::is_directory(options.dir)) {
    throw FileError("data.dir " + options.dir + (fs::exists(options.dir) ? " is a file" : " is not there") +
                    "; expected a directory with " + expected);
  }
  if (options.dir.empty() && options.train.empty()) {
    throw OptionError("this recipe has no built-in data: give the directory of " + expected +
                      " with --data DIR");
  }
}

// `given` is the value of the option data.train or data.dev, whose name is `option`.
template <class Given>
Corpus file_corpus(const DataOptions& options, const Given& given, const Columns& columns,
                   const std::string& option) {
  require_directory(options);
  if (given.files.empty()) throw OptionError(option + ".files: expected a file, found none");
  Corpus corpus;
  auto path_of = [&](const std::string& file) { return (fs::path(options.dir) / file).string(); };
  for (const std::string& file : given.files) corpus.files.push_back(path_of(file));
  corpus.name = join_names(corpus.files, " + ");
  corpus.open = [paths = corpus.files, columns] { return open_records(paths, columns); };
  if (given.alignment.empty()) return corpus;
  std::string alignment = path_of(given.alignment);
  corpus.files.push_back(alignment);
  corpus.open = [open = corpus.open, alignment] { return open_aligned(open(), alignment); };
  return corpus;
}

}  // namespace

Columns named_columns(const DataOptions& options, Columns columns) {
  std::size_t given = options.columns.size(), needed = columns.count;
  if (given == 0) return columns;
  if (given < needed || (given > needed && !columns.more)) {
    throw OptionError("data.columns: expected " + std::to_string(needed) + (columns.more ? " or more" : "") +
                      " names (" + join_names(columns.names, ", ") + "), found " + std::to_string(given));
  }
  columns.names = options.columns;
  return columns;
}

std::vector<Corpus> train_corpora(const DataOptions& options, const Columns& columns) {
  if (is_generated(options)) return {generated_corpus(options.generator, Split::train, columns)};
  std::vector<Corpus> corpora;
  for (const CorpusOptions& corpus : train_files(options)) {
    std::string option = "data.train." + std::to_string(corpora.size());
    corpora.push_back(file_corpus(options, corpus, named_columns(options, columns), option));
    corpora.back().weight = corpus.weight;
  }
  return corpora;
}

Corpus dev_corpus(const DataOptions& options, const Columns& columns) {
  if (is_generated(options)) return generated_corpus(options.generator, Split::dev, columns);
  return file_corpus(options, dev_files(options), named_columns(options, columns), "data.dev");
}

bool gives_alignments(const DataOptions& options) {
  if (is_generated(options)) return std::holds_alternative<AlignedOptions>(options.generator);
  return std::any_of(options.train.begin(), options.train.end(),
                     [](const CorpusOptions& corpus) { return !corpus.alignment.empty(); });
}

std::vector<Record> load_corpus(const DataOptions& options, Split split, const Columns& columns) {
  if (split == Split::dev) return read_all(*dev_corpus(options, columns).open());
  std::vector<Record> records;
  for (const Corpus& corpus : train_corpora(options, columns)) {
    std::vector<Record> more = read_all(*corpus.open());
    std::move(more.begin(), more.end(), std::back_inserter(records));
  }
  return records;
}

}  // namespace heed
