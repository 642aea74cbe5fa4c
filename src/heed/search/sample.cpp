#include "heed/base/random.h"
#include "heed/search/draw.h"
#include "heed/search/search.h"
#include "heed/search/walk.h"

namespace heed {

FoundHypotheses sample(Stepper& stepper, std::span<const Sentence> sentences, const SearchTokens& tokens,
                       const SearchOptions& options) {
  auto samples = static_cast<std::size_t>(options.samples);
  std::vector<int32_t> rows, produced;
  for (std::size_t path = 0; path < sentences.size() * samples; ++path)
    rows.push_back(static_cast<int32_t>(path / samples));
  Constraints constraints(tokens, options);
  Drawer drawer(options);
  History history(stepper.step_blocks());
  history.reserve(sentences, options.samples);
  auto pick = [&](const StepOut& out, int32_t row, std::size_t path, int32_t link) -> Pick {
    const Sentence& sentence = sentences[path / samples];
    history.read_tokens(link, produced);
    // The fields that identify an update and a worker in training identify a sentence and a sample here.
    Noise noise{static_cast<uint64_t>(options.seed), sentence.number, path % samples, true};
    int32_t token = drawer.draw(out, row, constraints.next(sentence, produced),
                                noise.at("sample").uniform(produced.size()));
    return {token, token == tokens.end || history.length(link) + 1 >= sentence.limit};
  };
  auto leaves = walk(stepper, rows, tokens.start, history, pick);
  Ranking ranking(options);
  FoundHypotheses found(sentences.size());
  for (std::size_t path = 0; path < leaves.size(); ++path) {
    std::size_t s = path / samples;
    found[s].push_back(history.read(leaves[path], sentences[s], ranking, tokens.end));
  }
  return found;
}

}  // namespace heed
