// Which target tokens are likely for a source: for each source token the few that it was linked with most,
// and those that are frequent everywhere. With it the output layer, the largest product of a step, is
// multiplied for a few hundred tokens instead of the vocabulary.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace heed::engine {

struct Shortlist {
  std::span<const int32_t> always;  // ascending
  std::span<const int32_t> begins;  // [source vocabulary + 1]: tokens[begins[s]] … of source token s
  std::span<const int32_t> tokens;

  // Throws an InputError unless all that it names is inside the vocabularies.
  void check(int64_t source_vocabulary, int64_t target_vocabulary) const;
  // Adds those of one source token.
  void add(int32_t source, std::vector<int32_t>& to) const;
};

// Ascending, each once.
void make_unique(std::vector<int32_t>& tokens);

}  // namespace heed::engine
