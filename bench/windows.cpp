// What a decoding step costs at 2,000 and at 4,000 source tokens, for each window: microseconds and bytes
// allocated, with their ratios. A local window should cost the same at both. One thread; lengths take turns,
// medians of the rounds.
//   heed-bench-windows
#include <ATen/ATen.h>
#include <c10/core/Allocator.h>
#include <c10/core/CPUAllocator.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <vector>

#include "heed/models/registry.h"
#include "heed/ops/threads.h"
#include "heed/tasks/registry.h"

namespace heed {
namespace {

// Counts what tensors are given.
class CountingAllocator : public c10::Allocator {
 public:
  explicit CountingAllocator(c10::Allocator* base) : base_(base) {}
  c10::DataPtr allocate(std::size_t size) const override {
    bytes += size;
    return base_->allocate(size);
  }
  c10::DeleterFnPtr raw_deleter() const override { return base_->raw_deleter(); }
  mutable std::size_t bytes = 0;

 private:
  c10::Allocator* base_;
};

struct Cost {
  double microseconds = 0, bytes = 0;
};

// A decoder of its own for each length, at the middle of its output.
class Decoding {
 public:
  Decoding(const Model& model, const SearchTokens& tokens, int64_t length) : tokens_(tokens) {
    example_.columns.resize(3);  // source, target, links
    example_[0].ids.assign(static_cast<std::size_t>(length), 5);
    const Example* one = &example_;
    stepper_ = model.generator()->start(std::span(&one, 1), {});
    for (int64_t i = 0; i < 50; ++i) step();
  }

  Cost measure(CountingAllocator& allocator) {
    constexpr int64_t kSteps = 50;
    std::size_t before = allocator.bytes;
    auto start = std::chrono::steady_clock::now();
    for (int64_t i = 0; i < kSteps; ++i) step();
    std::chrono::duration<double, std::micro> spent = std::chrono::steady_clock::now() - start;
    return {spent.count() / kSteps, static_cast<double>(allocator.bytes - before) / kSteps};
  }

 private:
  void step() {
    int32_t parent = 0, token = tokens_.start;
    stepper_->step(std::span(&parent, 1), std::span(&token, 1));
  }

  SearchTokens tokens_;
  Example example_;
  std::unique_ptr<Stepper> stepper_;
};

Cost median(std::vector<Cost> rounds) {
  std::sort(rounds.begin(), rounds.end(),
            [](const Cost& a, const Cost& b) { return a.microseconds < b.microseconds; });
  return rounds[rounds.size() / 2];
}

void measure(const char* name, const WindowOptions& window, CountingAllocator& allocator, int64_t heads = 1) {
  std::unique_ptr<Task> task = make_task(TranslateOptions{});
  std::vector<Record> records = {{{"abcdefgh", "abcdefgh"}, "made up", 1, ""}};
  task->learn(records);
  EncoderDecoderOptions options;
  options.decoder = LuongDecoderOptions{};
  options.attention.score = GeneralOptions{};
  options.attention.window = window;
  options.attention.heads = heads;
  Parameters parameters = Parameters::draw(1);
  std::unique_ptr<Model> model = make_model(options, *task, Scope(parameters));
  std::array<Decoding, 2> decodings = {Decoding(*model, *task->search_tokens(), 2000),
                                       Decoding(*model, *task->search_tokens(), 4000)};
  std::array<std::vector<Cost>, 2> rounds;
  for (int round = 0; round < 15; ++round)
    for (std::size_t i = 0; i < 2; ++i) rounds[i].push_back(decodings[i].measure(allocator));
  Cost shorter = median(rounds[0]), longer = median(rounds[1]);
  std::printf("| %-16s | %7.0f | %7.0f | %4.2f× | %9.0f | %9.0f | %4.2f× |\n", name, shorter.microseconds,
              longer.microseconds, longer.microseconds / shorter.microseconds, shorter.bytes, longer.bytes,
              longer.bytes / shorter.bytes);
  std::fflush(stdout);
}

}  // namespace
}  // namespace heed

int main() {
  using namespace heed;
  use_one_math_thread();
  CountingAllocator allocator(c10::GetCPUAllocator());
  c10::SetCPUAllocator(&allocator, /*priority=*/1);
  std::printf(
      "| window | µs, 2,000 tokens | 4,000 | ratio | bytes, 2,000 | 4,000 | ratio "
      "|\n|---|---:|---:|---:|---:|---:|---:|\n");
  measure("global", GlobalOptions{}, allocator);
  measure("local-m", LocalMonotonicOptions{10}, allocator);
  measure("local-p", LocalPredictiveOptions{10}, allocator);
  measure("local-p, 4 heads", LocalPredictiveOptions{10}, allocator, 4);
  measure("median", MedianOptions{10}, allocator);
  return 0;
}
