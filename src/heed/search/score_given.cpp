#include "heed/search/search.h"
#include "heed/search/walk.h"

namespace heed {

std::vector<Hypothesis> score_given(Stepper& stepper, std::span<const Sentence> sentences,
                                    std::span<const std::vector<int32_t>> outputs, const SearchTokens& tokens,
                                    const SearchOptions& options) {
  std::vector<int32_t> asked;  // the sentences whose output is not empty
  for (std::size_t s = 0; s < outputs.size(); ++s) {
    if (!outputs[s].empty()) asked.push_back(static_cast<int32_t>(s));
  }
  History history(stepper.step_blocks());
  history.reserve(sentences, 1);
  auto leaves = walk(stepper, asked, tokens.start, history,
                     [&](const StepOut&, int32_t, std::size_t path, int32_t link) -> Pick {
                       const auto& output = outputs[static_cast<std::size_t>(asked[path])];
                       auto step = static_cast<std::size_t>(history.length(link));
                       return {output[step], step + 1 == output.size()};
                     });
  Ranking ranking(options);
  // An empty output has no tokens and no rows of attention.
  std::vector<Hypothesis> results(outputs.size(), history.read(kRoot, {}, ranking, tokens.end));
  for (std::size_t i = 0; i < asked.size(); ++i) {
    auto s = static_cast<std::size_t>(asked[i]);
    results[s] = history.read(leaves[i], sentences[s], ranking, tokens.end);
  }
  return results;
}

}  // namespace heed
