#include "heed/training/examples.h"

#include <xxhash.h>

#include <algorithm>
#include <optional>

#include "heed/base/diagnostics.h"
#include "heed/base/error.h"
#include "heed/base/progress.h"
#include "heed/base/version.h"
#include "heed/graph/model_directory.h"
#include "heed/text/vocabulary.h"

namespace heed {
namespace {

// The options that the index depends on, besides the bytes of the data.
struct IndexOptions {
  TaskOptions task;
  DataOptions data;
  static void fields(auto& o, auto&& f) {
    f("task", o.task, "");
    f("data", o.data, "");
  }
};

uint64_t hash_file(const std::string& file, uint64_t seed) {
  if (fs::is_directory(file)) throw FileError("cannot read " + file + ": it is a directory; expected a file");
  if (fs::exists(file) && !fs::is_regular_file(file)) {
    throw FileError("cannot train on " + file +
                    ": it is read more than once, so it must be a file and not a pipe");
  }
  MappedFile mapped(file);
  return XXH3_64bits_withSeed(mapped.bytes().data(), mapped.bytes().size(), seed);
}

bool has_empty_column(const Record& record, const Columns& columns) {
  auto needed = record.columns.begin() + static_cast<std::ptrdiff_t>(columns.count);
  return std::any_of(record.columns.begin(), needed,
                     [](const std::string& column) { return column.empty(); });
}

// The task's description of a record with nothing in it.
std::string reason_of_empty(const Task& task) {
  return task.unusable({std::vector<Column>(task.schema().size()), 0});
}

// Reads the records of several corpora one after the other with a progress bar, and skips those with an empty
// column.
class UsableRecords : public RecordReader {
 public:
  // `task` knows the columns of its records, and how to describe an incomplete record.
  UsableRecords(std::span<const Corpus> corpora, const Task& task, const std::string& title)
      : corpora_(corpora), columns_(task.columns()), reason_(reason_of_empty(task)), title_(title) {}

  std::string name() const override { return corpora_.front().name; }
  int64_t bytes_read() const override { return reader_ ? reader_->bytes_read() : 0; }
  int64_t bytes() const override { return reader_ ? reader_->bytes() : 0; }
  int64_t lines() const { return lines_; }
  int64_t dropped() const { return dropped_; }

 protected:
  bool read(Record& record) override {
    for (;;) {
      if (!reader_ && !start()) return false;
      if (!reader_->next(record)) {
        finish();
        continue;
      }
      ++lines_;
      if (lines_ % 1000 == 0) progress_->update(reader_->bytes_read(), std::to_string(lines_) + " lines");
      if (!has_empty_column(record, columns_)) return true;
      ++dropped_;
    }
  }

 private:
  bool start() {
    if (next_ == corpora_.size()) return false;
    reader_ = corpora_[next_++].open();
    progress_ = std::make_unique<Progress>(title_ + " " + corpora_[next_ - 1].name, reader_->bytes());
    lines_ = dropped_ = 0;
    return true;
  }

  void finish() {
    progress_->update(reader_->bytes(), std::to_string(lines_) + " lines");
    progress_->finish();
    progress_.reset();
    reader_.reset();
    if (lines_ == dropped_) {
      throw InputError(corpora_[next_ - 1].name + ": every line has " + reason_ +
                       "; there is nothing to learn");
    }
  }

  std::span<const Corpus> corpora_;
  Columns columns_;
  std::string reason_, title_;
  std::size_t next_ = 0;
  std::unique_ptr<RecordReader> reader_;
  std::unique_ptr<Progress> progress_;
  int64_t lines_ = 0, dropped_ = 0;
};

void count(const Column& column, const ColumnSpec& spec, ColumnCount& counts) {
  counts.elements += length_of(column, spec) - (spec.kind == ColumnKind::tokens ? 1 : 0);
  if (spec.kind == ColumnKind::tokens)
    counts.unknown += std::count(column.ids.begin(), column.ids.end(), Vocabulary::kUnknown);
  if (spec.kind != ColumnKind::classes) return;
  counts.of_class.resize(static_cast<std::size_t>(spec.size));
  for (int32_t number : column.ids) ++counts.of_class.at(static_cast<std::size_t>(number));
}

// Encodes records one by one, counts, and warns about texts that are cut, naming the first few.
class RecordEncoder {
 public:
  RecordEncoder(const Task& task, IndexedCorpus& corpus)
      : task_(task), schema_(task.schema()), corpus_(corpus) {
    corpus_.columns.resize(schema_.size());
  }

  // Returns nothing if the record cannot be used for training.
  std::optional<Example> encode(const Record& record) {
    Example example = task_.encode(record);
    if (std::string reason = task_.unusable(example); !reason.empty()) {
      ++reasons_[reason];
      return std::nullopt;
    }
    for (std::size_t i = 0; i < schema_.size(); ++i) count(example[i], schema_[i], corpus_.columns[i]);
    auto cut =
        std::find_if(example.columns.begin(), example.columns.end(), [](const Column& c) { return c.cut; });
    if (cut != example.columns.end() && ++corpus_.cut <= kNamed) {
      const std::string& name = schema_[static_cast<std::size_t>(cut - example.columns.begin())].name;
      warn(record.where() + ": its " + name + " is longer than task.max_length; the rest of it is cut off");
    }
    return example;
  }

  // `dropped` is the number of lines that had an empty column and were not encoded.
  void finish(int64_t lines, int64_t dropped) {
    if (dropped > 0) reasons_[reason_of_empty(task_)] += dropped;
    corpus_.lines = lines;
    corpus_.dropped = 0;
    for (const auto& [reason, count] : reasons_) corpus_.dropped += count;
    if (corpus_.dropped == lines) {
      throw InputError(corpus_.name + ": every line has " + reasons_.begin()->first +
                       "; there is nothing to learn");
    }
    if (corpus_.cut > kNamed) {
      warn(std::to_string(corpus_.cut - kNamed) + " more lines of " + corpus_.name +
           " are longer than task.max_length");
    }
    for (const auto& [reason, count] : reasons_)
      warn(std::to_string(count) + " lines of " + corpus_.name + " have " + reason + " and were left out");
  }

 private:
  static constexpr int64_t kNamed = 3;
  const Task& task_;
  Schema schema_;
  IndexedCorpus& corpus_;
  std::map<std::string, int64_t> reasons_;  // why lines were left out, and how many
};

}  // namespace

TrainingExamples::TrainingExamples(const DataOptions& data, const TaskOptions& task_options, Task& task,
                                   const Places& places)
    : task_(task),
      index_(places.index),
      columns_(task.columns()),
      corpora_(train_corpora(data, columns_)),
      held_out_(dev_corpus(data, columns_)) {
  std::string options = write_options(IndexOptions{task_options, data}) + version();
  key_ = XXH3_64bits(options.data(), options.size());
  for (const Corpus& corpus : corpora_) {
    for (const std::string& file : corpus.files) key_ = hash_file(file, key_);
  }
  for (const std::string& file : held_out_.files) key_ = hash_file(file, key_);
  for (const std::string& file : task_.input_files()) key_ = hash_file(file, key_);
  if (!places.vocabulary_of.empty()) keep_vocabulary(places.vocabulary_of);
  find();
  if (!train_) learn();
  UsableRecords dev(std::span(&held_out_, 1), task_, "reading");
  dev_records_ = read_all(dev);
  report_.dev.corpus.lines = dev.lines();
  report_.dev.corpus.dropped = dev.dropped();
}

void TrainingExamples::find() {
  if (!fs::exists(index_)) return;
  try {
    auto index = std::make_unique<ExampleIndex>(index_);
    if (index->key() != key_ || !index->stored_are_unchanged()) return;
    task_.load(index->files(), index_.string());
    train_ = std::move(index);
  } catch (const FileError& error) {
    warn(error.what());  // the index is damaged or of another version, so it is made again
  }
}

void TrainingExamples::keep_vocabulary(const std::string& model) {
  ModelDirectory directory(model);
  for (const std::string& name : task_.file_names()) {
    if (!directory.files().contains(name))
      throw OptionError(
          "training.from.vocabulary: keep needs a model with the task section of this recipe, and " + model +
          " has no " + name);
    std::string bytes = directory.read(name);
    key_ = XXH3_64bits_withSeed(bytes.data(), bytes.size(), key_);
    kept_vocabulary_[name] = std::move(bytes);
  }
}

void TrainingExamples::learn() {
  if (!kept_vocabulary_.empty()) return task_.load(kept_vocabulary_, "the vocabulary of training.from");
  UsableRecords records(corpora_, task_, "reading");
  task_.learn(records);
}

void TrainingExamples::open() {
  if (!train_) {
    write();
    train_ = std::make_unique<ExampleIndex>(index_);
  }
  encode_dev();
  report_.schema = task_.schema();
  report_.classes.assign(task_.class_names().begin(), task_.class_names().end());
  std::size_t first = 0;
  for (const IndexedCorpus& corpus : train_->corpora()) {
    auto size = static_cast<std::size_t>(corpus.examples);
    report_.train.push_back(report_of(corpus, train_->sizes().subset(first, size)));
    first += size;
  }
  write_file(index_.parent_path() / "data.json", report_json(report_));
  for (const std::string& line : report_lines(report_)) say(line);
}

void TrainingExamples::write() {
  IndexWriter writer(index_, task_.schema());
  for (const Corpus& corpus : corpora_) {
    RecordEncoder encoder(task_, writer.begin(corpus.name, corpus.weight));
    UsableRecords records(std::span(&corpus, 1), task_, "encoding");
    for (Record record; records.next(record);) {
      if (auto example = encoder.encode(record)) writer.add(*example, task_.cost(*example));
    }
    encoder.finish(records.lines(), records.dropped());
  }
  writer.finish(task_.files(), key_);
}

void TrainingExamples::encode_dev() {
  IndexedCorpus& corpus = report_.dev.corpus;
  corpus.name = held_out_.name;
  RecordEncoder encoder(task_, corpus);
  std::vector<Record> kept;
  const Schema schema = task_.schema();
  OwnedSizes sizes(schema);
  for (Record& record : dev_records_) {
    auto example = encoder.encode(record);
    if (!example) continue;
    sizes.add(lengths_of(*example, schema), task_.cost(*example));
    // Labels are not needed for validation, except for models that copy, which spell copies like the input's
    // tokens.
    for (std::size_t i = 0; i < schema.size(); ++i)
      if (!schema[i].copies) (*example)[i].axis = {};
    dev_.push_back(std::move(*example));
    kept.push_back(std::move(record));
  }
  dev_records_ = std::move(kept);
  corpus.examples = static_cast<int64_t>(dev_records_.size());
  encoder.finish(corpus.lines, corpus.dropped);
  report_.dev = report_of(corpus, sizes.view());
}

}  // namespace heed
