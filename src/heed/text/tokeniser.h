// Converts text to token numbers and back. Every token knows the bytes of text that it stands for, in both
// directions, so that pictures and alignments can refer to the text; and the number of its word, so that a
// map of pieces can be summed to a map of words. A tokeniser is learnt from text (`observe` all of it, then
// `settle`) or loaded from its saved bytes.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "heed/text/vocabulary.h"

namespace heed {

struct Token {
  std::string text;
  int64_t begin = 0, end = 0;  // bytes of the original text
  int32_t word = -1;           // the word of the text that it belongs to; −1: none (a space)
};

// Token numbers and the tokens they stand for. The tokens are empty if nobody needs them (in training).
struct Sequence {
  std::vector<int32_t> ids;
  std::vector<Token> tokens;
  bool cut = false;  // the text was longer than the limit
};

// Text joined from tokens, and the bytes of each token in it.
struct Decoded {
  std::string text;
  std::vector<Token> tokens;
};

class Tokeniser {
 public:
  virtual ~Tokeniser() = default;

  // Learns from the part of the text that `encode` keeps under the same limit. `option` ("task.source") is
  // for messages.
  virtual void observe(std::string_view text, int64_t limit) = 0;
  virtual void settle(const std::string& option) = 0;

  // The file that the tokeniser is made from instead of being learnt, or "".
  virtual std::string input_file() const { return ""; }

  virtual std::string extension() const = 0;  // ending of its file: ".vocab.txt"
  virtual std::string bytes() const = 0;
  virtual void load(const std::string& bytes,
                    const std::string& where) = 0;  // `where` names the file in errors

  // Encodes at most `limit` tokens. The rest of a long text is not processed.
  virtual Sequence encode(std::string_view text, int64_t limit) const = 0;
  // Joins tokens, which need not be in the vocabulary, to text.
  virtual Decoded join(std::span<const std::string> tokens) const = 0;
  // Decodes one token for each number; start, end and padding stand for no bytes. Numbers beyond the
  // vocabulary stand for the texts of `more`, in order; other numbers are not allowed.
  Decoded decode(std::span<const int32_t> ids, std::span<const std::string> more = {}) const;

  const Vocabulary& vocabulary() const { return vocabulary_; }

 protected:
  Vocabulary vocabulary_;
};

}  // namespace heed
