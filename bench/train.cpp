// Heed's side of the training benchmark: updates on made-up batches of one shape. Prints, after a warm-up,
// one JSON line for every line "go SECONDS" that it reads, so that a driver can interleave it with others.
//   heed-bench MODEL ROWS LENGTH WORKERS PRECISION
//     MODEL: rnnsearch, deep; PRECISION: fp32, bf16, plain (not fused)
//   heed-bench peak THREADS
//     GFLOP/s of large fp32 products, one a thread
#include <ATen/ATen.h>

#include <cstdio>
#include <utility>

#include "heed/base/random.h"
#include "heed/base/thread_pool.h"
#include "heed/ops/threads.h"
#include "heed/training/first_weights.h"
#include "heed/training/trainer.h"
#include "models.h"
#include "turns.h"

namespace heed::bench {
namespace {

constexpr int64_t kVocabulary = 8000;

// Knows sizes, and nothing of text.
struct UnknownTask : Task {
  std::string name() const override { return "made up"; }
  Columns columns() const override { return {}; }
  void learn(RecordReader&) override {}
  std::map<std::string, std::string> files() const override { return {}; }
  void load(const std::map<std::string, std::string>&, const std::string&) override {}
  std::vector<std::string> file_names() const override { return {}; }
  Schema schema() const override {
    return {
        {{.name = "source", .size = kVocabulary},
         {.name = "target", .input = false, .size = kVocabulary},
         {.name = "alignment", .kind = ColumnKind::links, .input = false, .from = "source", .to = "target"}}};
  }
  std::optional<SearchTokens> search_tokens() const override { return SearchTokens{2, 3, {}}; }
  std::string unit() const override { return "target tokens"; }
  Example encode(const Record&) const override { return {}; }
  Prediction decode(const RawOutput&, const Example&) const override { return {}; }
  std::span<const std::unique_ptr<TaskMetric>> metrics() const override { return {}; }
};

UpdateBatch made_up_batch(int64_t rows, int64_t length, int64_t shards, uint64_t which) {
  UpdateBatch update;
  Random random(which, "batch");
  uint64_t drawn = 0;
  for (int64_t shard = 0; shard < shards; ++shard) {
    Batch batch;
    batch.rows = rows / shards;
    batch.columns.resize(3);
    BatchColumn &source = batch.columns[0], &target = batch.columns[1];
    for (int64_t i = 0; i < batch.rows * length; ++i) {
      source.ids.push_back(4 + static_cast<int64_t>(random.below(drawn++, kVocabulary - 4)));
      target.ids.push_back(4 + static_cast<int64_t>(random.below(drawn++, kVocabulary - 4)));
    }
    source.length = target.length = length;
    source.lengths.assign(static_cast<std::size_t>(batch.rows), length);
    target.lengths = source.lengths;
    update.shards.push_back(std::move(batch));
  }
  return update;
}

// Multiplications and additions a target word, forward and backward: three products with every weight.
double flop_per_word(const NamedTensors& parameters, int64_t length) {
  double products = 0;
  for (const auto& [name, tensor] : parameters) {
    if (tensor.dim() != 2 || name.find("embedding") != std::string::npos) continue;
    bool once = name.find("bridge") != std::string::npos;
    products += static_cast<double>(tensor.numel()) / static_cast<double>(once ? length : 1);
  }
  return 6 * products;
}

void measure_peak(int64_t threads) {
  reserve_math_buffers(threads + 1);
  ThreadPool workers(threads, use_one_math_thread);
  constexpr int64_t kSize = 1024, kTimes = 5, kRounds = 6;
  Tensor a = at::ones({kSize, kSize}), b = at::ones({kSize, kSize});
  std::vector<Tensor> c;
  for (int64_t i = 0; i < threads; ++i) c.push_back(at::zeros({kSize, kSize}));
  double best = 0;
  for (int64_t round = 0; round < kRounds; ++round) {
    Stopwatch watch;
    workers.run([&](int64_t worker) {
      for (int64_t i = 0; i < kTimes; ++i) at::mm_out(c[static_cast<std::size_t>(worker)], a, b);
    });
    double spent = watch.seconds();
    double flop = 2.0 * kSize * kSize * kSize * kTimes * static_cast<double>(threads);
    best = std::max(best, flop / spent * 1e-9);
  }
  std::printf("{\"gflops\": %.1f}\n", best);
}

FirstWeights drawn_weights(const EncoderDecoderOptions& options, const Task& task) {
  Parameters drawn = Parameters::draw(1);
  options.make(task, Scope(drawn));
  FlatLayout layout(drawn.all());
  return {drawn.count(), layout, layout.flat(drawn.all()), std::nullopt};
}

void run(const std::string& model, int64_t rows, int64_t length, const TrainingOptions& training) {
  use_one_math_thread();
  UnknownTask task;
  EncoderDecoderOptions options = model_options(model);
  FirstWeights first = drawn_weights(options, task);
  int64_t workers = training.workers;
  Trainer trainer(training, first.layout, first_state(training, std::exchange(first.flat, {})),
                  [&](Parameters& parameters) { return options.make(task, Scope(parameters)); });
  keep_freed_memory();
  std::vector<UpdateBatch> batches;
  for (uint64_t i = 0; i < 8; ++i) batches.push_back(made_up_batch(rows, length, workers, i));
  std::size_t next = 0;
  auto update = [&] { return trainer.update(std::span(&batches[next++ % batches.size()], 1)); };
  for (int i = 0; i < 3; ++i) update();
  std::printf("{\"parameters\": %ld, \"flop_per_word\": %.0f}\n", static_cast<long>(first.parameters),
              flop_per_word(first.layout.views(trainer.state().weights), length));
  std::fflush(stdout);
  while (std::optional<Command> command = next_command()) {
    int64_t tokens = 0;
    double loss = 0;
    Stopwatch watch;
    do {
      UpdateOutcome outcome = update();
      tokens += outcome.tokens;
      loss = outcome.loss;
    } while (watch.seconds() < command->seconds);
    double spent = watch.seconds();
    std::printf("{\"words_per_second\": %.1f, \"loss\": %.4f, \"peak_mb\": %ld}\n",
                static_cast<double>(tokens) / spent, loss, static_cast<long>(peak_megabytes()));
    std::fflush(stdout);
  }
}

}  // namespace
}  // namespace heed::bench

int main(int argc, char** argv) {
  if (argc == 3 && std::string(argv[1]) == "peak") {
    heed::bench::measure_peak(std::stol(argv[2]));
  } else if (argc == 6) {
    heed::TrainingOptions training;
    training.workers = std::stol(argv[4]);
    training.fused = std::string(argv[5]) != "plain";
    if (training.fused) training.precision = argv[5];
    heed::bench::run(argv[1], std::stol(argv[2]), std::stol(argv[3]), training);
  } else {
    std::fprintf(stderr, "usage: heed-bench rnnsearch|deep ROWS LENGTH WORKERS PRECISION | peak THREADS\n");
    return 2;
  }
}
