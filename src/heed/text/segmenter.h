// Cuts text into tokens that need no learning: characters and words. With the counts of a corpus they make a
// tokeniser whose vocabulary has the most frequent ones.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "heed/text/tokeniser.h"

namespace heed {

struct Segmenter {
  virtual ~Segmenter() = default;
  // Returns the first `limit` tokens.
  virtual std::vector<Token> split(std::string_view text, int64_t limit) const = 0;
  virtual Decoded join(std::span<const std::string> tokens) const = 0;
};

struct CountLimits {
  int64_t size = 0;       // largest number of tokens, including special ones; 0: all
  int64_t min_count = 1;  // rarer tokens are unknown
};

std::unique_ptr<Tokeniser> counted(std::unique_ptr<Segmenter> segmenter, const CountLimits& limits);

}  // namespace heed
