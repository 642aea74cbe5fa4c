#include "heed/text/vocabulary.h"

#include <algorithm>
#include <array>

#include "heed/base/error.h"

namespace heed {
namespace {

constexpr std::array<const char*, Vocabulary::kSpecials> kSpecialNames = {"<pad>", "<unk>", "<s>", "</s>"};
constexpr std::string_view kEscaped = "\\\n\t\r", kEscapes = "\\ntr";

std::string escape(const std::string& token) {
  std::string text;
  for (char c : token) {
    std::size_t which = kEscaped.find(c);
    if (which == std::string_view::npos) {
      text += c;
    } else {
      text += '\\';
      text += kEscapes[which];
    }
  }
  return text;
}

std::string unescape(std::string_view line, const std::string& where) {
  std::string token;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] != '\\') {
      token += line[i];
      continue;
    }
    std::size_t which = i + 1 < line.size() ? kEscapes.find(line[i + 1]) : std::string_view::npos;
    if (which == std::string_view::npos) {
      throw FileError(where + ": expected \\\\, \\n, \\t or \\r after a backslash");
    }
    token += kEscaped[which];
    ++i;
  }
  return token;
}

}  // namespace

// Text may hold the names of special tokens, and must not become them: they have no entry in ids_.
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
  int64_t line_number = 0;
  while (!text.empty()) {
    std::size_t end = text.find('\n');
    std::string at = where + ":" + std::to_string(++line_number);
    if (end == std::string_view::npos)
      throw FileError(at + ": the last line has no end; the file was cut off");
    std::string token = unescape(text.substr(0, end), at);
    text.remove_prefix(end + 1);
    if (line_number <= kSpecials) {
      const char* expected = kSpecialNames[static_cast<std::size_t>(line_number - 1)];
      if (token != expected) throw FileError(at + ": expected " + expected + ", found '" + token + "'");
      continue;
    }
    if (vocabulary.ids_.contains(token)) throw FileError(at + ": '" + token + "' stands there twice");
    vocabulary.add(std::move(token));
  }
  if (line_number < kSpecials) throw FileError(where + ": expected at least the four special tokens");
  return vocabulary;
}

std::string Vocabulary::to_text() const {
  std::string text;
  for (const std::string& token : tokens_) text += escape(token) + "\n";
  return text;
}

int32_t Vocabulary::id(const std::string& token) const {
  auto found = ids_.find(token);
  return found == ids_.end() ? kUnknown : found->second;
}

const std::string& Vocabulary::token(int32_t id) const {
  return tokens_.at(static_cast<std::size_t>(id));
}

}  // namespace heed
