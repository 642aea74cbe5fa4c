// The files of one run of a variant. Its folder holds the recipe it was trained from, the model, the messages
// of the children (log.txt), how it was trained (trained.json), its outputs and scores on the test
// (outputs.jsonl, eval.json), and finally result.json, which marks the run as finished.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "heed/base/files.h"
#include "heed/evaluate/run_facts.h"

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

  // What the run was evaluated on, from result.json; "" if the run is unfinished or failed.
  std::string finished() const;
  void finish(const std::string& evaluated) const;
  void fail(const std::string& error) const;
};

// Reads the facts of a finished run. `metric` is the name of the main metric in the log.
RunFacts read_run(const RunFiles& files, const std::string& metric);

}  // namespace heed::cli
