// Tokens that can be seen in the text itself, without having learnt anything: characters and words. With the
// counts of a corpus they make a tokeniser whose vocabulary holds the most frequent ones.
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
  // At most `limit` tokens.
  virtual std::vector<Token> split(std::string_view text, int64_t limit) const = 0;
  virtual Decoded join(std::span<const std::string> tokens) const = 0;
};

struct CountLimits {
  int64_t size = 0;       // most tokens, special ones included; 0 = all
  int64_t min_count = 1;  // rarer ones are unknown
};

std::unique_ptr<Tokeniser> counted(std::unique_ptr<Segmenter> segmenter, const CountLimits& limits);

}  // namespace heed
