#include "heed/tasks/links.h"

#include <algorithm>

#include "heed/data/alignment.h"

namespace heed {
namespace {

// Of each word that has any, the numbers of its tokens.
std::vector<std::vector<int32_t>> tokens_of_words(const Sequence& sequence) {
  std::vector<std::vector<int32_t>> words;
  for (std::size_t i = 0; i < sequence.tokens.size(); ++i) {
    if (sequence.tokens[i].word < 0) continue;
    auto word = static_cast<std::size_t>(sequence.tokens[i].word);
    if (word >= words.size()) words.resize(word + 1);
    words[word].push_back(static_cast<int32_t>(i));
  }
  return words;
}

}  // namespace

std::vector<TokenLink> token_links(const Record& record, const Example& example) {
  std::vector<TokenLink> links;
  if (record.alignment.empty() || example.target.ids.empty()) return links;
  std::vector<WordLink> pairs = aligned_words(record, record.where());
  if (pairs.empty()) return links;
  auto sources = tokens_of_words(example.source), targets = tokens_of_words(example.target);
  for (const WordLink& pair : pairs) {
    auto source = static_cast<std::size_t>(pair.source), target = static_cast<std::size_t>(pair.target);
    if (source >= sources.size() || target >= targets.size()) continue;  // cut off
    for (int32_t s : sources[source]) {
      for (int32_t t : targets[target]) links.push_back({s, t});
    }
  }
  links.push_back({static_cast<int32_t>(example.source.ids.size()) - 1,
                   static_cast<int32_t>(example.target.ids.size()) - 1});
  std::sort(links.begin(), links.end());
  return links;
}

}  // namespace heed
