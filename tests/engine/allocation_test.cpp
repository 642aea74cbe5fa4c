// Nothing is allocated from one step of a search to the next: every allocation of this program is counted.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>

#include "engine/attention_model.h"
#include "heed/search/search.h"

namespace {

std::atomic<int64_t> allocations = 0;

#ifdef __SANITIZE_ADDRESS__  // which counts allocations its own way
constexpr bool kCounts = false;
#else
constexpr bool kCounts = true;

void* counted(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}

#endif

}  // namespace

#ifndef __SANITIZE_ADDRESS__
void* operator new(std::size_t size) {
  return counted(size);
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}
void* operator new(std::size_t size, std::align_val_t alignment) {
  ++allocations;
  auto line = static_cast<std::size_t>(alignment);
  if (void* memory = std::aligned_alloc(line, (size + line - 1) / line * line)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory, std::align_val_t) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
  std::free(memory);
}
#endif

namespace heed::engine {
namespace {

// Notes how much had been allocated when each step began and ended.
class Watched : public Stepper {
 public:
  explicit Watched(std::unique_ptr<Stepper> stepper) : stepper_(std::move(stepper)) { counts.reserve(1000); }
  StepOut step(std::span<const int32_t> parents, std::span<const int32_t> tokens) override {
    counts.push_back(allocations);
    StepOut out = stepper_->step(parents, tokens);
    counts.push_back(allocations);
    return out;
  }

  std::vector<int64_t> counts;

 private:
  std::unique_ptr<Stepper> stepper_;
};

struct Searched {
  std::string name;
  int64_t beam;
  bool scores;
};

class Allocation : public testing::TestWithParam<Searched> {};

// The first two steps may ask for what all the others use.
TEST_P(Allocation, IsOverAfterTheFirstSteps) {
  if (!kCounts) GTEST_SKIP() << "AddressSanitizer has its own operator new";
  HandMade model = attention_model();
  OwnWeights parameters = model.parameters();
  Engine engine(model.graphs, parameters, model.schema, kUnknown);
  std::vector<Example> examples = examples_of({4, 2, 7, 5, 5});
  SearchOptions options;
  options.beam = GetParam().beam;
  std::vector<Sentence> sentences;
  for (const Example& example : examples) {
    Sentence sentence;
    sentence.limit = 40;
    sentence.columns = static_cast<int32_t>(example[kSourceAt].ids.size());
    sentences.push_back(std::move(sentence));
  }
  options.min_length = 39;
  Watched watched(
      engine.start(pointers_to(examples),
                   {.attention = false, .log_probabilities = GetParam().scores, .width = options.beam}));
  FoundHypotheses found = beam_search(watched, sentences, {2, 3, {0}, 1}, options);
  EXPECT_EQ(found.size(), examples.size());
  ASSERT_GE(watched.counts.size(), 60u);
  for (std::size_t i = 5; i < watched.counts.size(); ++i)
    ASSERT_EQ(watched.counts[i], watched.counts[4])
        << (i % 2 == 0 ? "in search before step " : "in step ") << i / 2;
}

INSTANTIATE_TEST_SUITE_P(Searches, Allocation,
                         testing::Values(Searched{"Greedy", 1, false}, Searched{"GreedyScored", 1, true},
                                         Searched{"Beam", 4, true}),
                         [](const auto& searched) { return searched.param.name; });

}  // namespace
}  // namespace heed::engine
