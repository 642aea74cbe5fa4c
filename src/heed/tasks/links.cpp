#include "heed/tasks/links.h"

#include <algorithm>

#include "heed/data/alignment.h"

namespace heed {
namespace {

// The numbers of the tokens of each word that has any.
std::vector<std::vector<int32_t>> tokens_of_words(const Column& column) {
  const std::vector<Label>& tokens = column.axis.labels;
  std::vector<std::vector<int32_t>> words;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i].word < 0) continue;
    auto word = static_cast<std::size_t>(tokens[i].word);
    if (word >= words.size()) words.resize(word + 1);
    words[word].push_back(static_cast<int32_t>(i));
  }
  return words;
}

}  // namespace

std::vector<ElementLink> token_links(const Record& record, const Column& source, const Column& target) {
  std::vector<ElementLink> links;
  if (record.alignment.empty() || target.ids.empty()) return links;
  std::vector<WordLink> pairs = aligned_words(record, record.where());
  if (pairs.empty()) return links;
  auto sources = tokens_of_words(source), targets = tokens_of_words(target);
  for (const WordLink& pair : pairs) {
    auto from = static_cast<std::size_t>(pair.source), to = static_cast<std::size_t>(pair.target);
    if (from >= sources.size() || to >= targets.size()) continue;  // cut off
    for (int32_t s : sources[from]) {
      for (int32_t t : targets[to]) links.push_back({s, t});
    }
  }
  links.push_back({static_cast<int32_t>(source.ids.size()) - 1, static_cast<int32_t>(target.ids.size()) - 1});
  std::sort(links.begin(), links.end());
  return links;
}

}  // namespace heed
