// From text to tokens and back. Every token keeps the bytes of the original text that it stands for, so that
// a picture or an alignment can point at what the user wrote.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace heed {

struct Token {
  std::string text;
  int64_t begin = 0, end = 0;  // bytes of the original
  int32_t word = -1;           // which word of the text it is part of; -1 = none (a space)
};

struct Segmenter {
  virtual ~Segmenter() = default;
  virtual std::vector<Token> split(std::string_view text) const = 0;
  virtual std::string join(std::span<const std::string> tokens) const = 0;
};

// A token a code point; words are what white space separates.
struct CharactersOptions {
  static constexpr const char* kType = "characters";
  static void fields(auto&, auto&&) {}
  std::unique_ptr<Segmenter> make() const;
};

using SegmenterOptions = std::variant<CharactersOptions>;

}  // namespace heed
