#include "heed/training/batches.h"

#include <algorithm>

namespace heed {
namespace {

constexpr std::size_t kAhead = 8;

std::vector<Batch> deal_rows(std::span<const Example* const> members, const Schema& schema, int64_t shards) {
  std::vector<std::vector<const Example*>> hands(static_cast<std::size_t>(shards));
  for (std::size_t row = 0; row < members.size(); ++row) hands[row % hands.size()].push_back(members[row]);
  std::vector<Batch> batches;
  for (const auto& hand : hands) batches.push_back(make_batch(hand, schema));
  return batches;
}

}  // namespace

std::vector<Batch> deal(const ExampleIndex& examples, std::span<const int32_t> members, int64_t shards,
                        const Variation& variation) {
  std::vector<Example> rows;
  for (int32_t member : members) {
    Example example = examples[member];
    read_stored_columns(example);
    if (variation.task != nullptr && variation.task->varies()) {
      Noise noise{variation.seed, variation.epoch, static_cast<uint64_t>(member), true};
      example = variation.task->vary(std::move(example), noise.at("vary"));
    }
    rows.push_back(std::move(example));
  }
  std::vector<const Example*> pointers;
  for (const Example& row : rows) pointers.push_back(&row);
  std::vector<Batch> batches = deal_rows(pointers, examples.schema(), shards);
  examples.require_unchanged();  // or what was read may be anything
  return batches;
}

std::vector<Batch> deal(std::span<const Example> examples, const Schema& schema,
                        std::span<const int32_t> members, int64_t shards) {
  std::vector<Example> read;  // those whose arrays lie in files
  read.reserve(members.size());
  std::vector<const Example*> rows;
  for (int32_t member : members) {
    const Example& example = examples[static_cast<std::size_t>(member)];
    bool is_stored = std::any_of(example.columns.begin(), example.columns.end(),
                                 [](const Column& column) { return column.stored.has_value(); });
    if (is_stored) read_stored_columns(read.emplace_back(example));
    rows.push_back(is_stored ? &read.back() : &example);
  }
  return deal_rows(rows, schema, shards);
}

std::vector<std::vector<int32_t>> plan_epoch(const ExampleIndex& examples, const BatchBudget& budget,
                                             uint64_t epoch) {
  std::vector<CorpusShare> corpora;
  for (const IndexedCorpus& corpus : examples.corpora()) corpora.push_back({corpus.examples, corpus.weight});
  return plan_batches(examples.sizes(), epoch_examples(corpora, budget.seed, epoch), budget, epoch);
}

BatchStream::BatchStream(const ExampleIndex& examples, const Plan& plan, Position from)
    : examples_(examples), plan_(plan) {
  background_.start([this, from] { prepare(from); });
}

BatchStream::~BatchStream() {
  {
    std::lock_guard lock(mutex_);
    stop_ = true;
  }
  changed_.notify_all();
}

void BatchStream::prepare(Position from) {
  try {
    for (Position at = from;; at = {at.epoch + 1, 0}) {
      auto batches = plan_epoch(examples_, {plan_.budget, plan_.seed}, static_cast<uint64_t>(at.epoch));
      for (; at.batch < static_cast<int64_t>(batches.size()); ++at.batch) {
        Variation variation{plan_.task, plan_.seed, static_cast<uint64_t>(at.epoch)};
        UpdateBatch made{
            deal(examples_, batches[static_cast<std::size_t>(at.batch)], plan_.shards, variation),
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
