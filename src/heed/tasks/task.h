// What a task is, apart from any model: how its records become examples, how raw outputs become predictions
// with their pictures, and how predictions are scored. It owns the vocabularies.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "heed/base/options.h"
#include "heed/data/reader.h"
#include "heed/metrics/registry.h"
#include "heed/show/attention_map.h"
#include "heed/tasks/predictor.h"
#include "heed/text/tokenisers.h"

namespace heed {

struct ScoredToken {
  std::string text;
  double log_probability = 0;
};

// One output, with what it was made of and what the model looked at for it.
struct Output {
  std::string text;
  double log_probability = 0;
  // After the search's length normalisation and penalties: what outputs are ranked by.
  double normalised_log_probability = 0;
  std::vector<ScoredToken> tokens;
  std::vector<AttentionMap> maps;
};

// The best output; and those that come after it, if more were asked for.
struct Prediction : Output {
  std::vector<Output> others;
  std::vector<AttentionMap> source_maps;  // how the source was read, whatever the output
};

// The maps that align an output with its source, one for each head: those of the last layer in which the
// decoder attends to the source, as alignment_block() chooses it.
std::span<const AttentionMap> alignment_maps(std::span<const AttentionMap> maps);

// What a model must know of its task to be built.
struct TaskSizes {
  int64_t source_vocabulary = 0, target_vocabulary = 0;
  bool joint = false;   // both sides have one vocabulary: an embedding can serve both
  bool copies = false;  // source tokens have numbers in an extended target vocabulary
  int64_t numbers = 0;  // every token's number is smaller, copied ones' too
};

struct Task {
  virtual ~Task() = default;
  virtual std::string name() const = 0;
  virtual Columns columns() const = 0;  // of its records

  // Builds the vocabularies from training records, each seen once; or reads what `files` wrote.
  virtual void learn(RecordReader& records) = 0;
  void learn(std::span<const Record> records) {
    learn(*records_reader({records.begin(), records.end()}, "the records"));
  }
  virtual std::map<std::string, std::string> files() const = 0;
  virtual void load(const std::map<std::string, std::string>& files, const std::string& where) = 0;
  virtual std::vector<std::string> file_names() const = 0;

  // Files besides the data that the vocabularies are made of.
  virtual std::vector<std::string> input_files() const { return {}; }

  virtual TaskSizes sizes() const = 0;
  // The vocabulary of a side that a model's parameters name: "source" or "target". An OptionError if the task
  // has no such side.
  virtual const Vocabulary& vocabulary(const std::string& side) const = 0;
  virtual SearchTokens search_tokens() const = 0;
  // Columns that are missing or empty leave their side empty.
  virtual Example encode(const Record& record) const = 0;
  virtual Prediction decode(const RawOutput& output, const Example& example) const = 0;
  // By the task's metrics, the main one first.
  virtual std::vector<Score> score(std::span<const Prediction> predictions, std::span<const Record> records,
                                   const BootstrapOptions& bootstrap = {}) const = 0;
};

// One sequence into another: `source`, `target`.
struct TranslateOptions {
  static constexpr const char* kType = "translate";
  TokeniserOptions source, target;
  bool joint = false, copy = false;
  int64_t max_length = 1000;
  std::vector<std::string> metrics = {"exact_match", "cer"};
  MetricOptions scoring;
  static void fields(auto& o, auto&& f) {
    f("source", o.source, "how source text is cut into tokens");
    f("target", o.target, "how target text is cut into tokens");
    f("joint", o.joint, "whether both sides have one vocabulary, learnt from both");
    f("copy", o.copy,
      "number source tokens that the target's vocabulary lacks behind it, so that a decoder can copy them");
    f("max_length", o.max_length,
      "tokens of either side; the rest of a longer text is cut off, with a warning", between(1, 1'000'000));
    f("metrics", o.metrics, "what predictions are judged by, the main one first", one_of(metric_names()));
    f("scoring", o.scoring, "how the metrics are computed");
  }
  std::unique_ptr<Task> make() const;
};

using TaskOptions = std::variant<TranslateOptions>;

std::unique_ptr<Task> make_task(const TaskOptions& options);

}  // namespace heed
