// The interface of a task, which is independent of any model: the columns of its records and examples, how
// records become examples, how raw outputs become predictions with pictures, and how predictions are
// evaluated. A task owns the vocabularies. Everything else (training, running, evaluation, the program) uses
// this interface and knows no task by name.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "heed/base/random.h"
#include "heed/data/column.h"
#include "heed/data/reader.h"
#include "heed/data/schema.h"
#include "heed/search/hypothesis.h"
#include "heed/tasks/prediction.h"
#include "heed/tasks/raw_output.h"
#include "heed/tasks/task_metric.h"
#include "heed/text/vocabulary.h"

namespace heed {

struct Task {
  virtual ~Task() = default;
  virtual std::string name() const = 0;
  virtual Columns columns() const = 0;  // the columns of the task's records
  // The schema of the task's examples. Sizes of vocabularies are known after learn() or load().
  virtual Schema schema() const = 0;

  // learn() learns vocabularies, classes and the like from the training records, which it reads once. load()
  // reads the files that `files` wrote; errors name `where`.
  virtual void learn(RecordReader& records) = 0;
  void learn(std::span<const Record> records) {
    learn(*records_reader({records.begin(), records.end()}, "the records"));
  }
  virtual std::map<std::string, std::string> files() const = 0;
  virtual void load(const std::map<std::string, std::string>& files, const std::string& where) = 0;
  virtual std::vector<std::string> file_names() const = 0;

  // Files other than the data that the vocabularies are made from.
  virtual std::vector<std::string> input_files() const { return {}; }

  // The vocabulary with a name that a model's parameters use (ColumnSpec::vocabulary, or the name of a
  // column). Throws OptionError if the task has no such vocabulary.
  virtual const Vocabulary& vocabulary(const std::string& name) const;
  // The names of the classes in the order of their numbers; empty if the task has no classes.
  virtual std::span<const std::string> class_names() const { return {}; }
  // The special tokens that the search needs, for tasks whose answer is generated token by token.
  virtual std::optional<SearchTokens> search_tokens() const { return std::nullopt; }

  // Encodes a record. Columns of the record that are missing or empty leave their columns of the example
  // empty. A column of a record may be the name of a file.
  virtual Example encode(const Record& record) const = 0;
  // varies() tells whether vary() changes anything. vary() returns the example as one epoch of training uses
  // it: with another segmentation, masked or cropped. The result depends on the example and `random` alone.
  virtual bool varies() const { return false; }
  virtual Example vary(Example example, const Random& random) const;
  // The reason why an example cannot be used for training, as a phrase that follows "lines have", such as "an
  // empty column"; "" if it can be used.
  virtual std::string unusable(const Example& example) const;
  // The reason why a prediction for the example cannot be evaluated. It may be less strict than unusable().
  virtual std::string untestable(const Example& example) const { return unusable(example); }
  // The unit that a loss is a mean over, in the plural: "target tokens".
  virtual std::string unit() const = 0;
  // The cost of an example in a batch, in elements: the longest column that grows with the input.
  virtual int64_t cost(const Example& example) const;

  virtual Prediction decode(const RawOutput& output, const Example& example) const = 0;
  // The metrics of the task, the main metric first.
  virtual std::span<const std::unique_ptr<TaskMetric>> metrics() const = 0;
  // The answer to a record as text. Several fields are separated by tabs.
  virtual std::string answer(const Record& record, const Prediction& prediction) const;
};

}  // namespace heed
