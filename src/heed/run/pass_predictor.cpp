#include "heed/run/pass_predictor.h"

#include <algorithm>

#include "heed/base/error.h"
#include "heed/run/batching.h"
#include "heed/run/padding.h"

namespace heed {

PassPredictor::PassPredictor(std::vector<const Pass*> members, const Schema& schema)
    : members_(std::move(members)), schema_(schema) {}

std::vector<RawOutput> PassPredictor::predict(std::span<const Example> examples,
                                              const PredictOptions& options) {
  if (options.search.beam > 1 || options.search.samples > 0 || options.prefix)
    throw OptionError(
        "search.beam, samples and prefixes: this model makes its whole output in one pass, and they are for "
        "models "
        "that write token by token; leave the option out");
  std::vector<double> weights = member_weights(options.search, members_.size());
  std::vector<std::pair<const Pass*, double>> weighted;
  for (std::size_t m = 0; m < members_.size(); ++m) weighted.emplace_back(members_[m], weights[m]);
  MeanPass mean(std::move(weighted), ensemble_mean(options.search));
  const Pass& pass = members_.size() == 1 ? *members_[0] : static_cast<const Pass&>(mean);
  int64_t threads = pass.is_thread_safe() ? std::max<int64_t>(1, options.threads) : 1;
  auto count = static_cast<int64_t>(examples.size());
  BatchLimits limits;
  limits.rows = std::clamp<int64_t>((count + threads - 1) / threads, 1, limits.rows);
  std::vector<int64_t> lengths, groups(examples.size(), 0);
  for (const Example& example : examples) lengths.push_back(input_length(example, schema_));
  std::vector<std::vector<std::size_t>> batches = batches_of(lengths, groups, limits);
  std::vector<RawOutput> outputs(examples.size());
  pool_.for_each(batches.size(), threads, [&](std::size_t i) {
    std::vector<const Example*> chosen;
    for (std::size_t index : batches[i]) chosen.push_back(&examples[index]);
    std::vector<RawOutput> found = pass.run(chosen, options.attention);
    for (std::size_t j = 0; j < chosen.size(); ++j) {
      found[j].given = options.given;
      for (BlockAttention& one : found[j].attention) drop_padding(one.block, *chosen[j], schema_, one.rows);
      outputs[batches[i][j]] = std::move(found[j]);
    }
  });
  return outputs;
}

}  // namespace heed
