// A vocabulary: tokens and their numbers. The first four are the same in every model: padding, unknown, start
// and end of sequence. The file has one token on each line, in the order of the numbers; a backslash,
// newline, tab or carriage return inside a token is written as \\ \n \t \r.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace heed {

class Vocabulary {
 public:
  static constexpr int32_t kPad = 0, kUnknown = 1, kStart = 2, kEnd = 3, kSpecials = 4;

  Vocabulary();

  // Makes a vocabulary with the most frequent tokens first and equal counts in byte order, so that the same
  // text gives the same numbers. It has at most `size` tokens, including special ones (0: all), each counted
  // at least `min_count` times.
  static Vocabulary from_counts(const std::unordered_map<std::string, int64_t>& counts, int64_t size = 0,
                                int64_t min_count = 1);
  // Makes a vocabulary of the special tokens followed by these. A token may have the name of a special one.
  static Vocabulary from_tokens(std::span<const std::string> tokens);
  // `where` names the file in errors.
  static Vocabulary from_text(std::string_view text, const std::string& where);
  std::string to_text() const;

  int64_t size() const { return static_cast<int64_t>(tokens_.size()); }
  // kUnknown if there is none, or if it has the name of a special token
  int32_t id(const std::string& token) const;
  const std::string& token(int32_t id) const;
  // Whether a token stands for no text: padding, start and end.
  static bool is_silent(int32_t id) { return id == kPad || id == kStart || id == kEnd; }

 private:
  void add(std::string token);

  std::vector<std::string> tokens_;
  std::unordered_map<std::string, int32_t> ids_;
};

}  // namespace heed
