// What may come next: a list of small parts, each of which looks at what a row has produced so far and bans
// tokens, or leaves only one. The model's log-probabilities stay as they are: a hypothesis' own are the
// model's.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "heed/search/hypothesis.h"

namespace heed {

// What a constraint decides. `only` wins over every ban.
struct Next {
  std::optional<int32_t> only;
  std::vector<int32_t> banned;
};

struct Constraint {
  virtual ~Constraint() = default;
  virtual void apply(const Sentence& sentence, std::span<const int32_t> produced, Next& next) const = 0;
};

// The constraints of a search: tokens that are never produced, the sentence's prefix, min_length, no_repeat.
class Constraints {
 public:
  Constraints(const SearchTokens& tokens, const SearchOptions& options);
  // Valid until the next call.
  const Next& next(const Sentence& sentence, std::span<const int32_t> produced);

 private:
  std::vector<std::unique_ptr<Constraint>> parts_;
  Next next_;
};

// Nothing of `tokens`.
std::unique_ptr<Constraint> make_forbidden(std::vector<int32_t> tokens);
// The sentence's own prefix first.
std::unique_ptr<Constraint> make_forced_prefix();
// No `end` before `length` tokens.
std::unique_ptr<Constraint> make_min_length(int64_t length, int32_t end);
// No n tokens in a row that are there already.
std::unique_ptr<Constraint> make_no_repeat(int64_t n);

}  // namespace heed
