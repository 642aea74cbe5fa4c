#include "heed/training/examples.h"

#include <xxhash.h>

#include <algorithm>
#include <optional>

#include "heed/base/error.h"
#include "heed/base/log.h"
#include "heed/base/progress.h"
#include "heed/base/version.h"
#include "heed/data/usable.h"
#include "heed/graph/model_directory.h"
#include "heed/text/vocabulary.h"

namespace heed {
namespace {

// What the index depends on besides the bytes of the data.
struct Made {
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

bool has_empty_side(const Record& record, const Columns& columns) {
  auto needed = record.columns.begin() + static_cast<std::ptrdiff_t>(columns.count);
  return std::any_of(record.columns.begin(), needed,
                     [](const std::string& column) { return column.empty(); });
}

// The records of several corpora one after the other, those with an empty side left out, with a progress bar.
class UsableRecords : public RecordReader {
 public:
  UsableRecords(std::span<const Corpus> corpora, const Columns& columns, const std::string& title)
      : corpora_(corpora), columns_(columns), title_(title) {}

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
      if (!has_empty_side(record, columns_)) return true;
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
      throw InputError(corpora_[next_ - 1].name +
                       ": every line has an empty side; there is nothing to learn");
    }
  }

  std::span<const Corpus> corpora_;
  Columns columns_;
  std::string title_;
  std::size_t next_ = 0;
  std::unique_ptr<RecordReader> reader_;
  std::unique_ptr<Progress> progress_;
  int64_t lines_ = 0, dropped_ = 0;
};

void count(const Sequence& sequence, TokenCount& tokens) {
  tokens.tokens += static_cast<int64_t>(sequence.ids.size()) - 1;
  tokens.unknown += std::count(sequence.ids.begin(), sequence.ids.end(), Vocabulary::kUnknown);
}

// Encodes record by record, keeps the counts, and warns of what is cut: of the first few by name.
class RecordEncoder {
 public:
  RecordEncoder(const Task& task, IndexedCorpus& corpus) : task_(task), corpus_(corpus) {}

  // Nothing if a side has no token but the end: spaces.
  std::optional<Example> encode(const Record& record) {
    Example example = task_.encode(record);
    if (!has_both_sides(example)) {
      ++blank_;
      return std::nullopt;
    }
    count(example.source, corpus_.source);
    count(example.target, corpus_.target);
    if ((example.source.cut || example.target.cut) && ++corpus_.cut <= kNamed) {
      warn(record.where() + ": its " + (example.source.cut ? "source" : "target") +
           " is longer than task.max_length; the rest of it is cut off");
    }
    return example;
  }

  void finish(int64_t lines, int64_t dropped) {
    corpus_.lines = lines;
    corpus_.dropped = dropped + blank_;
    if (corpus_.dropped == lines)
      throw InputError(corpus_.name + ": every line has an empty side; there is nothing to learn");
    if (corpus_.cut > kNamed) {
      warn(std::to_string(corpus_.cut - kNamed) + " more lines of " + corpus_.name +
           " are longer than task.max_length");
    }
    if (corpus_.dropped > 0) {
      warn(std::to_string(corpus_.dropped) + " lines of " + corpus_.name +
           " have an empty side and were left out");
    }
  }

 private:
  static constexpr int64_t kNamed = 3;
  const Task& task_;
  IndexedCorpus& corpus_;
  int64_t blank_ = 0;
};

}  // namespace

TrainingExamples::TrainingExamples(const DataOptions& data, const TaskOptions& task_options, Task& task,
                                   const Places& places)
    : task_(task),
      index_(places.index),
      columns_(task.columns()),
      corpora_(train_corpora(data, columns_)),
      held_out_(dev_corpus(data, columns_)) {
  std::string made = write_options(Made{task_options, data}) + version();
  key_ = XXH3_64bits(made.data(), made.size());
  for (const Corpus& corpus : corpora_) {
    for (const std::string& file : corpus.files) key_ = hash_file(file, key_);
  }
  for (const std::string& file : held_out_.files) key_ = hash_file(file, key_);
  for (const std::string& file : task_.input_files()) key_ = hash_file(file, key_);
  if (!places.vocabulary_of.empty()) keep_vocabulary(places.vocabulary_of);
  find();
  if (!train_) learn();
  UsableRecords dev(std::span(&held_out_, 1), columns_, "reading");
  dev_records_ = read_all(dev);
  report_.dev.corpus.lines = dev.lines();
  report_.dev.corpus.dropped = dev.dropped();
}

void TrainingExamples::find() {
  if (!fs::exists(index_)) return;
  try {
    auto index = std::make_unique<ExampleIndex>(index_);
    if (index->key() != key_) return;
    task_.load(index->files(), index_.string());
    train_ = std::move(index);
  } catch (const FileError&) {
    // Damaged, or of another version: it is made again.
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
  UsableRecords records(corpora_, columns_, "reading");
  task_.learn(records);
}

void TrainingExamples::open() {
  if (!train_) {
    write();
    train_ = std::make_unique<ExampleIndex>(index_);
  }
  encode_dev();
  TaskSizes sizes = task_.sizes();
  report_.source_vocabulary = sizes.source_vocabulary;
  report_.target_vocabulary = sizes.target_vocabulary;
  report_.joint = sizes.joint;
  std::size_t first = 0;
  for (const IndexedCorpus& corpus : train_->corpora()) {
    auto size = static_cast<std::size_t>(corpus.examples);
    report_.train.push_back(report_of(corpus, train_->lengths().subspan(first, size)));
    first += size;
  }
  write_file(index_.parent_path() / "data.json", report_json(report_));
  for (const std::string& line : report_lines(report_)) say(line);
}

void TrainingExamples::write() {
  TaskSizes sizes = task_.sizes();
  IndexWriter writer(index_, {sizes.numbers, sizes.copies});
  for (const Corpus& corpus : corpora_) {
    RecordEncoder encoder(task_, writer.begin(corpus.name, corpus.weight));
    UsableRecords records(std::span(&corpus, 1), columns_, "encoding");
    for (Record record; records.next(record);) {
      if (auto example = encoder.encode(record)) writer.add(*example);
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
  std::vector<Lengths> lengths;
  for (Record& record : dev_records_) {
    auto example = encoder.encode(record);
    if (!example) continue;
    lengths.push_back(
        {static_cast<int32_t>(example->source.ids.size()), static_cast<int32_t>(example->target.ids.size())});
    // Nobody looks at tokens in training; but what a model copies is spelt as the source's are.
    if (example->copies.empty()) example->source.tokens = {};
    example->target.tokens = {};
    dev_.push_back(std::move(*example));
    kept.push_back(std::move(record));
  }
  dev_records_ = std::move(kept);
  corpus.examples = static_cast<int64_t>(dev_records_.size());
  encoder.finish(corpus.lines, corpus.dropped);
  report_.dev = report_of(corpus, lengths);
}

}  // namespace heed
