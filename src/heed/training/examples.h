// From a recipe's data to what a training takes: examples in an index beside the checkpoint, the held-out
// ones in memory, and a report. All corpora take this one way, however large: one pass over the text learns
// the vocabularies, a second writes the index. A resumed training finds its index again, if the data still is
// what it was made from: then neither pass is made.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "heed/data/corpus.h"
#include "heed/data/index.h"
#include "heed/data/report.h"
#include "heed/tasks/task.h"

namespace heed {

class TrainingExamples {
 public:
  // Finds the index, or reads the data once and lets `task`, made of `task_options`, learn from it. Whatever
  // is wrong with the data is thrown here; nothing is written.
  struct Places {
    fs::path index;  // of the file of examples
    std::string vocabulary_of =
        "";  // a model whose vocabularies are used; "" = they are learnt from the data
  };
  TrainingExamples(const DataOptions& data, const TaskOptions& task_options, Task& task,
                   const Places& places);

  // Changes when any byte of the data does, or how it is read.
  std::string fingerprint() const { return std::to_string(key_); }

  // Writes the index unless it was found, and says what the data is like, in data.json beside it too. What
  // follows is there from then on.
  void open();
  const ExampleIndex& train() const { return *train_; }
  const std::vector<Record>& dev_records() const { return dev_records_; }  // those with both sides
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
  std::map<std::string, std::string> kept_vocabulary_;  // the files of another model; empty = it is learnt
  std::unique_ptr<ExampleIndex> train_;
  std::vector<Record> dev_records_;
  std::vector<Example> dev_;
  DataReport report_;
};

}  // namespace heed
