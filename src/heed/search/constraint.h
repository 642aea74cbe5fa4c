// Constraints on the next token: a list of small parts, each of which looks at the tokens of a row so far and
// bans some tokens, or allows only one. The log-probabilities of the model, and thus of hypotheses, are not
// changed.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "heed/search/hypothesis.h"

namespace heed {

// The decision of a constraint. `only` overrides all bans.
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
  // The combined decision; valid until the next call.
  const Next& next(const Sentence& sentence, std::span<const int32_t> produced);

 private:
  std::vector<std::unique_ptr<Constraint>> parts_;
  Next next_;
};

// Bans `tokens`.
std::unique_ptr<Constraint> make_forbidden(std::vector<int32_t> tokens);
// Forces each output to begin with the prefix of its sentence.
std::unique_ptr<Constraint> make_forced_prefix();
// Bans `end` before `length` tokens.
std::unique_ptr<Constraint> make_min_length(int64_t length, int32_t end);
// Bans each token that would repeat n consecutive tokens of the output.
std::unique_ptr<Constraint> make_no_repeat(int64_t n);

}  // namespace heed
