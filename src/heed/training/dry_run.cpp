#include "heed/training/dry_run.h"

#include <ATen/ATen.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <numeric>

#include "heed/base/progress.h"
#include "heed/ops/threads.h"
#include "heed/training/examples.h"
#include "heed/training/first_weights.h"
#include "heed/training/trainer.h"

namespace heed {
namespace {

// A directory that is deleted with its object.
class Scratch {
 public:
  Scratch() {
    std::string name = (fs::temp_directory_path() / "heed-dry-run-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw FileError("cannot make a directory like " + name);
    path_ = name;
  }
  ~Scratch() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  fs::path operator/(const std::string& name) const { return path_ / name; }

 private:
  fs::path path_;
};

int64_t peak_bytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<int64_t>(usage.ru_maxrss) * 1024;
}

// The batch of the epoch with the most elements, padding included.
const std::vector<int32_t>& largest(const std::vector<std::vector<int32_t>>& plan,
                                    const ExampleSizes& sizes) {
  auto cost = [&](const std::vector<int32_t>& members) {
    std::vector<int64_t> longest(sizes.ordered);
    for (int32_t member : members) {
      auto lengths = sizes.lengths_of(static_cast<std::size_t>(member));
      for (std::size_t i = 0; i < longest.size(); ++i) longest[i] = std::max<int64_t>(longest[i], lengths[i]);
    }
    return static_cast<int64_t>(members.size()) * std::accumulate(longest.begin(), longest.end(), int64_t{0});
  };
  return *std::max_element(plan.begin(), plan.end(),
                           [&](const auto& a, const auto& b) { return cost(a) < cost(b); });
}

// Trains twice: the first time also pays for memory that the second one reuses.
void train_on(Trainer& trainer, const UpdateBatch& batch, const Schema& schema, int64_t times, DryRun& run) {
  for (const Batch& shard : batch.shards) run.rows += shard.rows;
  for (std::size_t i = 0; i < schema.size(); ++i) {
    if (!schema[i].sequence || schema[i].kind == ColumnKind::links) continue;
    run.columns.push_back(schema[i].name);
    int64_t longest = 0;
    for (const Batch& shard : batch.shards) longest = std::max(longest, shard[i].length);
    run.lengths.push_back(longest);
  }
  std::vector<UpdateBatch> update(static_cast<std::size_t>(times), batch);
  run.loss = trainer.update(update).loss;
  auto start = std::chrono::steady_clock::now();
  run.elements = trainer.update(update).tokens;
  run.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  run.peak_bytes = peak_bytes();
}

// The number of loss units in an epoch: the elements of the answer, end tokens included.
double elements_of_epoch(const ExampleIndex& examples) {
  const Schema& schema = examples.schema();
  const std::size_t answer = schema.answers().at(0);
  double elements = 0;
  for (const IndexedCorpus& corpus : examples.corpora()) {
    int64_t ends = schema[answer].kind == ColumnKind::tokens ? corpus.examples : 0;
    elements += corpus.weight * static_cast<double>(corpus.columns.at(answer).elements + ends);
  }
  return elements;
}

std::string megabytes(int64_t bytes) {
  return std::to_string((bytes + (1 << 19)) >> 20) + " MB";
}

}  // namespace

DryRun dry_run(const Recipe& recipe) {
  use_one_math_thread();
  keep_freed_memory();
  const TrainingOptions& options = recipe.training;
  Scratch scratch;
  auto task = make_task(recipe.task);
  TrainingExamples examples(recipe.data, recipe.task, *task,
                            {scratch / "examples.idx", vocabulary_source(options.from)});
  examples.open();
  FirstWeights first = first_weights(recipe, *task, options.from.model);
  TrainingState state = first_state(options, first.flat);
  // Fused kernels add the products of all workers into one gradient; autograd makes one for each worker.
  int64_t gradients = options.fused ? 1 : options.workers;
  auto copies = static_cast<int64_t>(1 + state.slots.size()) + gradients + (options.ema > 0 ? 1 : 0);
  DryRun run;
  if (first.taken) run.taken = first.taken->lines();
  run.parameters = first.parameters;
  run.state_bytes = copies * first.layout.size() * static_cast<int64_t>(sizeof(float));
  run.updates = options.updates;
  run.minutes = options.minutes;
  run.unit = task->unit();
  auto plan = plan_epoch(examples.train(), {options.batch_tokens, static_cast<uint64_t>(options.seed)}, 0);
  run.updates_per_epoch = std::max<int64_t>(1, static_cast<int64_t>(plan.size()) / options.accumulate);
  run.fitted = first.fitted;
  if (run.fitted) return run;
  UpdateBatch batch{deal(examples.train(), largest(plan, examples.train().sizes()), options.workers, {}), {}};
  Trainer trainer(options, first.layout, std::move(state),
                  [&](Parameters& parameters) { return make_model(recipe.model, *task, Scope(parameters)); });
  train_on(trainer, batch, examples.train().schema(), options.accumulate, run);
  run.elements_per_epoch = elements_of_epoch(examples.train());
  return run;
}

std::vector<std::string> dry_run_lines(const DryRun& run) {
  char text[300];
  std::vector<std::string> lines = run.taken;
  std::string model = "model: " + std::to_string(run.parameters) + " parameters";
  if (run.fitted) {
    lines.push_back(model);
    lines.push_back("training: the model has no gradients; it is fitted in one reading of the data");
    return lines;
  }
  lines.push_back(model + "; with gradients and optimiser " + megabytes(run.state_bytes));
  std::string lengths;
  for (std::size_t i = 0; i < run.columns.size(); ++i)
    lengths += ", " + run.columns[i] + " up to " + std::to_string(run.lengths[i]);
  std::snprintf(text, sizeof text, ": loss %.3f, %.2f s, %lld ", run.loss, run.seconds,
                static_cast<long long>(run.elements));
  lines.push_back("largest update: " + std::to_string(run.rows) + " rows" + lengths + text + run.unit);
  lines.push_back("memory: " + megabytes(run.peak_bytes) + " at most in this process, that update included");
  double epochs = static_cast<double>(run.updates) / static_cast<double>(run.updates_per_epoch);
  double rate = static_cast<double>(run.elements) / run.seconds;
  std::snprintf(text, sizeof text,
                "length: %lld updates are %.1f epochs of %lld, about %s without validations",
                static_cast<long long>(run.updates), epochs, static_cast<long long>(run.updates_per_epoch),
                duration(epochs * run.elements_per_epoch / rate).c_str());
  lines.emplace_back(text);
  if (run.minutes > 0) lines.back() += "; ended by training.minutes after " + duration(60 * run.minutes);
  return lines;
}

}  // namespace heed
