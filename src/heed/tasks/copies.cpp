#include "heed/tasks/copies.h"

#include <unordered_map>

namespace heed {

void number_copies(Column& source, Column& target, const Vocabulary& vocabulary) {
  std::unordered_map<std::string, int32_t> behind;
  const std::vector<Label>& tokens = source.axis.labels;
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
    int32_t id = vocabulary.id(tokens[i].text);
    if (id == Vocabulary::kUnknown && tokens[i].text.size() <= kLongestCopy) {
      auto next = static_cast<int32_t>(vocabulary.size()) + static_cast<int32_t>(behind.size());
      id = behind.emplace(tokens[i].text, next).first->second;
    }
    source.copies.push_back(id);
  }
  source.copies.push_back(Vocabulary::kEnd);
  std::vector<int32_t>& ids = target.ids;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (ids[i] != Vocabulary::kUnknown) continue;
    auto found = behind.find(target.axis.labels[i].text);
    if (found != behind.end()) ids[i] = found->second;
  }
}

std::vector<std::string> copied_texts(const Column& source, const Vocabulary& vocabulary) {
  std::vector<std::string> texts;
  const std::vector<Label>& tokens = source.axis.labels;
  for (std::size_t i = 0; i < tokens.size() && i < source.copies.size(); ++i) {
    if (source.copies[i] == vocabulary.size() + static_cast<int64_t>(texts.size()))
      texts.push_back(tokens[i].text);
  }
  return texts;
}

}  // namespace heed
