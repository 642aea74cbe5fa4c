// Lists which target tokens are likely for a source: for each source token the few that it was linked to most
// often, and those that are frequent everywhere. With a shortlist the output layer, the largest product of a
// step, is multiplied for a few hundred tokens instead of the whole vocabulary.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace heed::engine {

struct Shortlist {
  std::span<const int32_t> always;  // tokens in every list, ascending
  // [source vocabulary + 1]: where the tokens of each source token begin in `tokens`
  std::span<const int32_t> begins;
  std::span<const int32_t> tokens;

  // Throws InputError unless all tokens are within the vocabularies.
  void check(int64_t source_vocabulary, int64_t target_vocabulary) const;
  // Appends the tokens of one source token.
  void add(int32_t source, std::vector<int32_t>& to) const;
};

// Sorts the tokens and removes duplicates.
void make_unique(std::vector<int32_t>& tokens);

}  // namespace heed::engine
