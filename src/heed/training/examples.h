// Turns the data of a recipe into examples: training examples in an index file beside the checkpoint,
// held-out examples in memory, and a report on both. Every corpus is handled the same way, however large: one
// pass over the text learns the vocabularies, a second pass writes the index. A resumed training reuses its
// index if the data has not changed; then neither pass is needed.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "heed/data/corpus.h"
#include "heed/data/index.h"
#include "heed/data/report.h"
#include "heed/tasks/registry.h"

namespace heed {

class TrainingExamples {
 public:
  struct Places {
    fs::path index;  // path of the index file
    // The model whose vocabularies are used; "": they are learnt from the data.
    std::string vocabulary_of = "";
  };
  // Finds an existing index, or reads the data once and lets `task`, which was made from `task_options`,
  // learn from it. Throws if anything is wrong with the data. Writes nothing.
  TrainingExamples(const DataOptions& data, const TaskOptions& task_options, Task& task,
                   const Places& places);

  // A hash of the data and of all options and versions that decide how the data is read.
  std::string fingerprint() const { return std::to_string(key_); }

  // Writes the index unless it was found, reports on the data, and writes the report to data.json beside the
  // index. The accessors below may be used after this call.
  void open();
  const ExampleIndex& train() const { return *train_; }
  const std::vector<Record>& dev_records() const { return dev_records_; }  // records without an empty column
  const std::vector<Example>& dev() const { return dev_; }
  const DataReport& report() const { return report_; }

 private:
  void keep_vocabulary(const std::string& model);
  void find();
  void learn();
  void write();
  void encode_dev();

  Task& task_;
  fs::path index_;
  Columns columns_;
  std::vector<Corpus> corpora_;
  Corpus held_out_;
  uint64_t key_ = 0;
  // vocabulary files of another model; empty: they are learnt
  std::map<std::string, std::string> kept_vocabulary_;
  std::unique_ptr<ExampleIndex> train_;
  std::vector<Record> dev_records_;
  std::vector<Example> dev_;
  DataReport report_;
};

}  // namespace heed
