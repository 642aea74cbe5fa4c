#include "heed/training/batches.h"

namespace heed {
namespace {

constexpr std::size_t kAhead = 8;

template <class Row>
std::vector<Batch> deal_rows(std::span<const int32_t> members, int64_t shards, const Row& row_of) {
  std::vector<std::vector<ExampleView>> hands(static_cast<std::size_t>(shards));
  for (std::size_t row = 0; row < members.size(); ++row) {
    hands[row % hands.size()].push_back(row_of(members[row]));
  }
  std::vector<Batch> batches;
  for (const auto& hand : hands) batches.push_back(make_batch(hand));
  return batches;
}

}  // namespace

std::vector<Lengths> lengths_of(std::span<const Example> examples) {
  std::vector<Lengths> lengths;
  for (const Example& example : examples) {
    lengths.push_back(
        {static_cast<int32_t>(example.source.ids.size()), static_cast<int32_t>(example.target.ids.size())});
  }
  return lengths;
}

std::vector<Batch> deal(const ExampleIndex& examples, std::span<const int32_t> members, int64_t shards) {
  std::vector<Batch> batches = deal_rows(members, shards, [&](int32_t member) { return examples[member]; });
  examples.require_unchanged();  // or what was read may be anything
  return batches;
}

std::vector<Batch> deal(std::span<const Example> examples, std::span<const int32_t> members, int64_t shards) {
  return deal_rows(members, shards,
                   [&](int32_t member) { return view_of(examples[static_cast<std::size_t>(member)]); });
}

std::vector<std::vector<int32_t>> plan_epoch(const ExampleIndex& examples, const BatchBudget& budget,
                                             uint64_t epoch) {
  std::vector<CorpusShare> corpora;
  for (const IndexedCorpus& corpus : examples.corpora()) corpora.push_back({corpus.examples, corpus.weight});
  return plan_batches(examples.lengths(), epoch_examples(corpora, budget.seed, epoch), budget, epoch);
}

BatchStream::BatchStream(const ExampleIndex& examples, const Plan& plan, Position from)
    : examples_(examples), plan_(plan), thread_([this, from] { prepare(from); }) {}

BatchStream::~BatchStream() {
  {
    std::lock_guard lock(mutex_);
    stop_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void BatchStream::prepare(Position from) {
  try {
    for (Position at = from;; at = {at.epoch + 1, 0}) {
      auto batches = plan_epoch(examples_, {plan_.budget, plan_.seed}, static_cast<uint64_t>(at.epoch));
      for (; at.batch < static_cast<int64_t>(batches.size()); ++at.batch) {
        UpdateBatch made{deal(examples_, batches[static_cast<std::size_t>(at.batch)], plan_.shards),
                         {at.epoch, at.batch + 1}};
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return stop_ || ready_.size() < kAhead; });
        if (stop_) return;
        ready_.push_back(std::move(made));
        changed_.notify_all();
      }
    }
  } catch (...) {
    std::lock_guard lock(mutex_);
    error_ = std::current_exception();
    changed_.notify_all();
  }
}

UpdateBatch BatchStream::take() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return error_ || !ready_.empty(); });
  if (ready_.empty()) std::rethrow_exception(error_);
  UpdateBatch batch = std::move(ready_.front());
  ready_.pop_front();
  changed_.notify_all();
  return batch;
}

}  // namespace heed
