#include "heed/tasks/copies.h"

#include <unordered_map>

namespace heed {

void number_copies(Example& example, const Vocabulary& target) {
  std::unordered_map<std::string, int32_t> behind;
  const std::vector<Token>& tokens = example.source.tokens;
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
    int32_t id = target.id(tokens[i].text);
    if (id == Vocabulary::kUnknown && tokens[i].text.size() <= kLongestCopy) {
      auto next = static_cast<int32_t>(target.size()) + static_cast<int32_t>(behind.size());
      id = behind.emplace(tokens[i].text, next).first->second;
    }
    example.copies.push_back(id);
  }
  example.copies.push_back(Vocabulary::kEnd);
  std::vector<int32_t>& ids = example.target.ids;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (ids[i] != Vocabulary::kUnknown) continue;
    auto found = behind.find(example.target.tokens[i].text);
    if (found != behind.end()) ids[i] = found->second;
  }
}

std::vector<std::string> copied_texts(const Example& example, const Vocabulary& target) {
  std::vector<std::string> texts;
  const std::vector<Token>& tokens = example.source.tokens;
  for (std::size_t i = 0; i < tokens.size() && i < example.copies.size(); ++i) {
    if (example.copies[i] == target.size() + static_cast<int64_t>(texts.size()))
      texts.push_back(tokens[i].text);
  }
  return texts;
}

}  // namespace heed
