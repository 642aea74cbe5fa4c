#include "heed/search/constraint.h"

#include <algorithm>

namespace heed {
namespace {

struct Forbidden : Constraint {
  explicit Forbidden(std::vector<int32_t> tokens) : tokens_(std::move(tokens)) {}
  void apply(const Sentence&, std::span<const int32_t>, Next& next) const override {
    next.banned.insert(next.banned.end(), tokens_.begin(), tokens_.end());
  }
  std::vector<int32_t> tokens_;
};

struct ForcedPrefix : Constraint {
  void apply(const Sentence& sentence, std::span<const int32_t> produced, Next& next) const override {
    if (produced.size() < sentence.prefix.size()) next.only = sentence.prefix[produced.size()];
  }
};

struct MinLength : Constraint {
  MinLength(int64_t length, int32_t end) : length_(static_cast<std::size_t>(length)), end_(end) {}
  void apply(const Sentence&, std::span<const int32_t> produced, Next& next) const override {
    if (produced.size() < length_) next.banned.push_back(end_);
  }
  std::size_t length_;
  int32_t end_;
};

// Bans every token that followed an earlier occurrence of the last n − 1 tokens.
struct NoRepeat : Constraint {
  explicit NoRepeat(int64_t n) : before_(static_cast<std::size_t>(n - 1)) {}
  void apply(const Sentence&, std::span<const int32_t> produced, Next& next) const override {
    if (produced.size() < before_) return;
    auto last = produced.last(before_);
    for (std::size_t at = 0; at + before_ < produced.size(); ++at) {
      auto there = produced.subspan(at, before_);
      if (std::equal(there.begin(), there.end(), last.begin())) next.banned.push_back(produced[at + before_]);
    }
  }
  std::size_t before_;
};

}  // namespace

std::unique_ptr<Constraint> make_forbidden(std::vector<int32_t> tokens) {
  return std::make_unique<Forbidden>(std::move(tokens));
}

std::unique_ptr<Constraint> make_forced_prefix() {
  return std::make_unique<ForcedPrefix>();
}

std::unique_ptr<Constraint> make_min_length(int64_t length, int32_t end) {
  return std::make_unique<MinLength>(length, end);
}

std::unique_ptr<Constraint> make_no_repeat(int64_t n) {
  return std::make_unique<NoRepeat>(n);
}

Constraints::Constraints(const SearchTokens& tokens, const SearchOptions& options) {
  parts_.push_back(make_forbidden(tokens.forbidden));
  parts_.push_back(make_forced_prefix());
  if (options.min_length > 0) parts_.push_back(make_min_length(options.min_length, tokens.end));
  if (options.no_repeat > 0) parts_.push_back(make_no_repeat(options.no_repeat));
}

const Next& Constraints::next(const Sentence& sentence, std::span<const int32_t> produced) {
  next_.only.reset();
  next_.banned.clear();
  for (const auto& part : parts_) part->apply(sentence, produced, next_);
  return next_;
}

}  // namespace heed
