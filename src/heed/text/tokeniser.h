// From text to token numbers and back. Every token keeps the bytes of the text that it stands for, both ways,
// so that a picture or an alignment can point at what was written; and the number of its word, so that a map
// of pieces can be summed to one of words. A tokeniser is learnt from text (`observe` all of it, then
// `settle`) or loaded from the bytes that it was saved as.
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
  int64_t begin = 0, end = 0;  // bytes of the original
  int32_t word = -1;           // which word of the text it is part of; -1 = none (a space)
};

// Token numbers with the tokens they stand for, which are empty where nobody will look at them (in training).
struct Sequence {
  std::vector<int32_t> ids;
  std::vector<Token> tokens;
  bool cut = false;  // the text was longer than the limit
};

// Text put together from tokens, and each token at its bytes of that text.
struct Decoded {
  std::string text;
  std::vector<Token> tokens;
};

class Tokeniser {
 public:
  virtual ~Tokeniser() = default;

  // Only what `encode` keeps under the same limit is learnt from. `option` ("task.source") is for messages.
  virtual void observe(std::string_view text, int64_t limit) = 0;
  virtual void settle(const std::string& option) = 0;

  // A file that it is made of instead of being learnt; "" = none.
  virtual std::string input_file() const { return ""; }

  virtual std::string extension() const = 0;  // of its file: ".vocab.txt"
  virtual std::string bytes() const = 0;
  virtual void load(const std::string& bytes,
                    const std::string& where) = 0;  // `where` names the file in errors

  // At most `limit` tokens; a text of megabytes is not cut up whole to find them.
  virtual Sequence encode(std::string_view text, int64_t limit) const = 0;
  // Tokens, of this vocabulary or not, to text.
  virtual Decoded join(std::span<const std::string> tokens) const = 0;
  // One token a number; start, end and padding take no bytes. Numbers behind the vocabulary's stand for
  // `more`, in order; there are no others.
  Decoded decode(std::span<const int32_t> ids, std::span<const std::string> more = {}) const;

  const Vocabulary& vocabulary() const { return vocabulary_; }

 protected:
  Vocabulary vocabulary_;
};

}  // namespace heed
