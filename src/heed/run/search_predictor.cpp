#include "heed/run/search_predictor.h"

#include <algorithm>
#include <map>

#include "heed/run/batching.h"
#include "heed/run/padding.h"
#include "heed/search/ensemble.h"

namespace heed {
namespace {

// Whether the search only compares tokens of the same row.
bool is_greedy(const SearchOptions& options) {
  return options.beam == 1 && options.samples == 0;
}

}  // namespace

SearchPredictor::SearchPredictor(std::vector<const Generator*> members, SearchTokens tokens,
                                 const Schema& schema)
    : members_(std::move(members)),
      tokens_(std::move(tokens)),
      schema_(schema),
      answer_(written_column(schema)) {}

std::vector<Sentence> SearchPredictor::sentences_of(std::span<const Example* const> examples,
                                                    const PredictOptions& options) const {
  std::vector<Sentence> sentences;
  for (const Example* example : examples) {
    Sentence sentence;
    const std::vector<int32_t>& target = (*example)[answer_].ids;
    if (options.prefix && !target.empty()) sentence.prefix.assign(target.begin(), target.end() - 1);
    int64_t source = input_length(*example, schema_);
    sentence.columns = static_cast<int32_t>(source);
    sentence.limit = length_limit(options.search, source, static_cast<int64_t>(sentence.prefix.size()));
    sentence.number = static_cast<uint64_t>(example->line);
    sentences.push_back(std::move(sentence));
  }
  return sentences;
}

void SearchPredictor::trim(RawOutput& output, const Example& example, const PredictOptions& options) const {
  if (!options.attention) output.blocks.clear();
  for (Hypothesis& hypothesis : output.hypotheses) {
    hypothesis.attention.resize(output.blocks.size());
    for (std::size_t i = 0; i < output.blocks.size(); ++i)
      drop_padding(output.blocks[i], example, schema_, hypothesis.attention[i]);
    if (options.scores) continue;
    std::fill(hypothesis.token_log_probabilities.begin(), hypothesis.token_log_probabilities.end(), 0.0F);
    hypothesis.log_probability = hypothesis.normalised_log_probability = 0;
  }
  for (BlockAttention& one : output.attention) drop_padding(one.block, example, schema_, one.rows);
}

std::vector<RawOutput> SearchPredictor::predict(std::span<const Example> examples,
                                                const PredictOptions& options) {
  member_weights(options.search, members_.size());  // refuses wrong ones before any work
  int64_t width = options.given ? 1 : search_width(options.search);
  int64_t threads = is_thread_safe() ? std::max<int64_t>(1, options.threads) : 1;
  constexpr int64_t kRows = 64, kElements = 8192, kWidth = 8;
  auto count = static_cast<int64_t>(examples.size());
  int64_t rows = std::clamp<int64_t>((count + threads - 1) / threads, 1, kRows);
  // Batches are smaller where each example has many rows.
  int64_t share = std::max<int64_t>(1, width / kWidth);
  std::vector<int64_t> lengths;
  for (const Example& example : examples) lengths.push_back(input_length(example, schema_));
  std::vector<std::vector<std::size_t>> batches = batches_of(
      lengths, groups_of(examples, options), {std::max<int64_t>(1, rows / share), kElements / share});
  std::vector<RawOutput> outputs(examples.size());
  pool_.for_each(batches.size(), threads, [&](std::size_t i) {
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
  int64_t columns = 0;
  for (const Example* example : examples) columns = std::max(columns, input_length(*example, schema_));
  return std::make_unique<Ensemble>(std::move(steppers), ensemble_mean(options.search),
                                    static_cast<int32_t>(columns));
}

FoundHypotheses SearchPredictor::walk(Stepper& stepper, std::span<const Example* const> examples,
                                      const PredictOptions& options) const {
  std::vector<Sentence> sentences = sentences_of(examples, options);
  if (!options.given) return search(stepper, sentences, tokens_, options.search);
  std::vector<std::vector<int32_t>> targets;
  for (const Example* example : examples) targets.push_back((*example)[answer_].ids);
  FoundHypotheses found;
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
  FoundHypotheses found = walk(*stepper, examples, options);
  std::vector<RawOutput> outputs;
  for (std::size_t i = 0; i < examples.size(); ++i) {
    outputs.push_back({std::move(found[i]), blocks, {}, std::move(encoder[i]), options.given});
    trim(outputs.back(), *examples[i], options);
  }
  return outputs;
}

}  // namespace heed
