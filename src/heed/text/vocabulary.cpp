#include "heed/text/vocabulary.h"

#include <algorithm>
#include <array>

#include "heed/base/error.h"
#include "heed/text/name_lines.h"

namespace heed {
namespace {

constexpr std::array<const char*, Vocabulary::kSpecials> kSpecialNames = {"<pad>", "<unk>", "<s>", "</s>"};

}  // namespace

// Text may contain the names of special tokens without becoming such tokens, so these have no entry in ids_.
Vocabulary::Vocabulary() : tokens_(kSpecialNames.begin(), kSpecialNames.end()) {}

void Vocabulary::add(std::string token) {
  ids_.emplace(token, static_cast<int32_t>(tokens_.size()));
  tokens_.push_back(std::move(token));
}

Vocabulary Vocabulary::from_tokens(std::span<const std::string> tokens) {
  Vocabulary vocabulary;
  for (const std::string& token : tokens) vocabulary.add(token);
  return vocabulary;
}

Vocabulary Vocabulary::from_counts(const std::unordered_map<std::string, int64_t>& counts, int64_t size,
                                   int64_t min_count) {
  std::vector<std::pair<std::string, int64_t>> sorted(counts.begin(), counts.end());
  std::sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) {
    return a.second != b.second ? a.second > b.second : a.first < b.first;
  });
  Vocabulary vocabulary;
  for (auto& [token, count] : sorted) {
    if (count < min_count || (size > 0 && vocabulary.size() >= size)) break;
    if (std::find(kSpecialNames.begin(), kSpecialNames.end(), token) == kSpecialNames.end()) {
      vocabulary.add(token);
    }
  }
  return vocabulary;
}

Vocabulary Vocabulary::from_text(std::string_view text, const std::string& where) {
  Vocabulary vocabulary;
  int64_t lines = 0;
  read_name_lines(text, where, [&](std::string token, const std::string& at) {
    if (++lines <= kSpecials) {
      const char* expected = kSpecialNames[static_cast<std::size_t>(lines - 1)];
      if (token != expected) throw FileError(at + ": expected " + expected + ", found '" + token + "'");
      return;
    }
    if (vocabulary.ids_.contains(token)) throw FileError(at + ": '" + token + "' stands there twice");
    vocabulary.add(std::move(token));
  });
  if (lines < kSpecials) throw FileError(where + ": expected at least the four special tokens");
  return vocabulary;
}

std::string Vocabulary::to_text() const {
  return write_name_lines(tokens_);
}

int32_t Vocabulary::id(const std::string& token) const {
  auto found = ids_.find(token);
  return found == ids_.end() ? kUnknown : found->second;
}

const std::string& Vocabulary::token(int32_t id) const {
  return tokens_.at(static_cast<std::size_t>(id));
}

}  // namespace heed
