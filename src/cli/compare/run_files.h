// One run of a variant as it lies on disk, and what is known of it. Its folder holds the recipe it was
// trained from, the model, what the children said (log.txt), how it was trained (trained.json), what it made
// of the test (outputs.jsonl, eval.json), and last result.json: with it the run is finished.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "heed/base/files.h"

namespace heed::cli {

struct RunFiles {
  fs::path folder;

  fs::path recipe() const { return folder / "recipe.yml"; }
  fs::path model() const { return folder / "model"; }
  fs::path log() const { return folder / "log.txt"; }
  fs::path trained() const { return folder / "trained.json"; }
  fs::path eval() const { return folder / "eval.json"; }
  fs::path outputs() const { return folder / "outputs.jsonl"; }
  fs::path pairs() const { return folder / "attention.tsv"; }
  fs::path maps() const { return folder / "attention.json"; }
  fs::path result() const { return folder / "result.json"; }

  // What was evaluated, as result.json has it; "" if the run is not finished or failed.
  std::string finished() const;
  void finish(const std::string& evaluated) const;
  void fail(const std::string& error) const;
};

// What one validation said.
struct Validation {
  double minutes = 0, loss = 0;
  double score = 0;  // by the task's main metric; not a number if validations did not decode
};

// What was scored, a sentence an element.
struct Outputs {
  std::vector<std::string> sources, texts;
  std::vector<std::vector<std::string>> references;
};

// Names and values, in the order in which they are shown.
using Numbers = std::vector<std::pair<std::string, double>>;

// A gradient's norm, the mean over pairs of tokens that are so many steps apart.
struct NormAt {
  double distance = 0, norm = 0;
};

struct RunFacts {
  std::string error;  // "" = it went well
  Numbers numbers;
  std::vector<NormAt> gradients;  // if they were asked for
  std::vector<Validation> curve;
  Outputs outputs;
};

// Of a run that has its result. `metric` is what the log calls the main one.
RunFacts read_run(const RunFiles& files, const std::string& metric);

double number_of(const Numbers& numbers, const std::string& name);  // not a number if there is none

}  // namespace heed::cli
