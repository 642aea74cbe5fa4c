#include "heed/tasks/search_predictor.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "heed/base/side_by_side.h"
#include "heed/search/ensemble.h"

namespace heed {
namespace {

// Examples, shortest first, that are to be put together, and the group of each.
struct Waiting {
  std::span<const Example> examples;
  std::span<const int64_t> groups;
  std::span<const std::size_t> order;
};

// How many of the next examples make a batch: all of one group, bounded in rows and in padded tokens, and
// fewer where each example has many rows.
std::size_t batch_size(const Waiting& waiting, int64_t width, int64_t most_rows) {
  const auto& [examples, groups, order] = waiting;
  constexpr int64_t kTokens = 8192, kWidth = 8;
  int64_t share = std::max<int64_t>(1, width / kWidth);
  auto most = static_cast<std::size_t>(std::max<int64_t>(1, most_rows / share));
  auto tokens = static_cast<std::size_t>(kTokens / share);
  std::size_t rows = 1;
  while (rows < std::min(most, order.size()) && groups[order[rows]] == groups[order[0]] &&
         (rows + 1) * examples[order[rows]].source.ids.size() <= tokens)
    ++rows;
  return rows;
}

std::vector<Sentence> sentences_of(std::span<const Example* const> examples, const PredictOptions& options) {
  std::vector<Sentence> sentences;
  for (const Example* example : examples) {
    Sentence sentence;
    const std::vector<int32_t>& target = example->target.ids;
    if (options.prefix && !target.empty()) sentence.prefix.assign(target.begin(), target.end() - 1);
    auto source = static_cast<int64_t>(example->source.ids.size());
    sentence.columns = static_cast<int32_t>(source);
    sentence.limit = length_limit(options.search, source, static_cast<int64_t>(sentence.prefix.size()));
    sentence.number = static_cast<uint64_t>(example->line);
    sentences.push_back(std::move(sentence));
  }
  return sentences;
}

// The one search that compares nothing but the tokens of one row.
bool is_greedy(const SearchOptions& options) {
  return options.beam == 1 && options.samples == 0;
}

Ensemble::Mean mean_of(const SearchOptions& options) {
  if (options.ensemble == "sum") return Ensemble::Mean::sum;
  return options.ensemble == "probabilities" ? Ensemble::Mean::probabilities
                                             : Ensemble::Mean::log_probabilities;
}

// Removes the padding of a batch from the axes that stand for the source; the target's axes have none.
void trim(const AttentionBlock& block, AttentionRows& attention, std::size_t source) {
  if (block.rows == "source") keep_rows(attention, source);
  if (block.columns == "source") keep_columns(attention, static_cast<int32_t>(source));
}

// Removes the padding of a batch, and attention and scores that search needed but nobody asked for.
void trim(RawOutput& output, std::size_t source, const PredictOptions& options) {
  if (!options.attention) output.blocks.clear();
  for (Hypothesis& hypothesis : output.hypotheses) {
    hypothesis.attention.resize(output.blocks.size());
    for (std::size_t i = 0; i < output.blocks.size(); ++i)
      trim(output.blocks[i], hypothesis.attention[i], source);
    if (options.scores) continue;
    std::fill(hypothesis.token_log_probabilities.begin(), hypothesis.token_log_probabilities.end(), 0.0F);
    hypothesis.log_probability = hypothesis.normalised_log_probability = 0;
  }
  for (BlockAttention& one : output.encoder) trim(one.block, one.rows, source);
}

}  // namespace

SearchPredictor::SearchPredictor(std::vector<const Generator*> members, SearchTokens tokens)
    : members_(std::move(members)), tokens_(std::move(tokens)) {}

std::vector<RawOutput> SearchPredictor::predict(std::span<const Example> examples,
                                                const PredictOptions& options) {
  std::vector<std::size_t> order(examples.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return examples[a].source.ids.size() < examples[b].source.ids.size();
  });
  member_weights(options.search, members_.size());  // refuses wrong ones before any work
  int64_t width = options.given ? 1 : search_width(options.search);
  int64_t threads = is_thread_safe() ? std::max<int64_t>(1, options.threads) : 1;
  constexpr int64_t kRows = 64;
  int64_t rows = std::clamp<int64_t>((static_cast<int64_t>(order.size()) + threads - 1) / threads, 1, kRows);
  std::vector<int64_t> groups = groups_of(examples, options);
  std::vector<std::span<const std::size_t>> batches;
  for (std::size_t at = 0; at < order.size(); at += batches.back().size())
    batches.push_back(std::span(order).subspan(
        at, batch_size({examples, groups, std::span(order).subspan(at)}, width, rows)));
  // Longest first: what is left when others have finished should be little.
  std::reverse(batches.begin(), batches.end());
  std::vector<RawOutput> outputs(examples.size());
  side_by_side(batches.size(), threads, [&](std::size_t i) {
    std::vector<const Example*> chosen;
    for (std::size_t index : batches[i]) chosen.push_back(&examples[index]);
    std::vector<RawOutput> found = find(chosen, options);
    for (std::size_t j = 0; j < chosen.size(); ++j) outputs[batches[i][j]] = std::move(found[j]);
  });
  return outputs;
}

bool SearchPredictor::is_thread_safe() const {
  return std::all_of(members_.begin(), members_.end(), [](const auto* one) { return one->is_thread_safe(); });
}

StepNeeds SearchPredictor::needs_of(const PredictOptions& options) const {
  StepNeeds needs;
  needs.attention = options.attention || options.search.coverage_penalty > 0;
  needs.width = options.given ? 1 : search_width(options.search);
  needs.any_token = options.given || members_.size() > 1;
  needs.prefix = options.prefix;
  needs.log_probabilities = options.scores || needs.any_token || !is_greedy(options.search);
  if (!needs.log_probabilities && !needs.prefix && options.search.no_repeat == 0) {
    needs.separate_tokens = tokens_.forbidden;
    needs.separate_tokens.push_back(tokens_.end);
  }
  return needs;
}

std::vector<int64_t> SearchPredictor::groups_of(std::span<const Example> examples,
                                                const PredictOptions& options) const {
  StepNeeds needs = needs_of(options);
  std::map<std::vector<int64_t>, int64_t> numbers;  // of what the members say
  std::vector<int64_t> groups;
  for (const Example& example : examples) {
    std::vector<int64_t> all;
    for (const Generator* member : members_) all.push_back(member->group_of(example, needs));
    groups.push_back(numbers.emplace(all, static_cast<int64_t>(numbers.size())).first->second);
  }
  return groups;
}

std::unique_ptr<Stepper> SearchPredictor::start(std::span<const Example* const> examples,
                                                const PredictOptions& options) const {
  StepNeeds needs = needs_of(options);
  if (members_.size() == 1) return members_[0]->start(examples, needs);
  std::vector<double> weights = member_weights(options.search, members_.size());
  std::vector<Ensemble::Member> steppers;
  for (std::size_t m = 0; m < members_.size(); ++m)
    steppers.push_back({members_[m]->start(examples, needs), weights[m]});
  std::size_t columns = 0;
  for (const Example* example : examples) columns = std::max(columns, example->source.ids.size());
  return std::make_unique<Ensemble>(std::move(steppers), mean_of(options.search),
                                    static_cast<int32_t>(columns));
}

Found SearchPredictor::walk(Stepper& stepper, std::span<const Example* const> examples,
                            const PredictOptions& options) const {
  std::vector<Sentence> sentences = sentences_of(examples, options);
  if (!options.given) return search(stepper, sentences, tokens_, options.search);
  std::vector<std::vector<int32_t>> targets;
  for (const Example* example : examples) targets.push_back(example->target.ids);
  Found found;
  for (Hypothesis& hypothesis : score_given(stepper, sentences, targets, tokens_, options.search))
    found.push_back({std::move(hypothesis)});
  return found;
}

std::vector<RawOutput> SearchPredictor::find(std::span<const Example* const> examples,
                                             const PredictOptions& options) const {
  std::unique_ptr<Stepper> stepper = start(examples, options);
  std::vector<AttentionBlock> blocks = stepper->step_blocks();
  std::vector<std::vector<BlockAttention>> encoder;
  if (options.attention) encoder = stepper->encoder_attention();
  encoder.resize(examples.size());
  Found found = walk(*stepper, examples, options);
  std::vector<RawOutput> outputs;
  for (std::size_t i = 0; i < examples.size(); ++i) {
    outputs.push_back({std::move(found[i]), options.given, blocks, std::move(encoder[i])});
    trim(outputs.back(), examples[i]->source.ids.size(), options);
  }
  return outputs;
}

}  // namespace heed
