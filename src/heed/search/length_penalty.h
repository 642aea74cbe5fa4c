// Length normalisation. Longer outputs have lower probabilities, so scores are divided by a number that grows
// with the length |Y|:
//   average: |Y|^power          gnmt: ((5 + |Y|) / 6)^alpha          none: 1
// A score is a log-probability, so the best that a hypothesis can still reach is to lose nothing more and to
// be divided by the largest number, which is that of its greatest length.
#pragma once

#include <memory>
#include <variant>

#include "heed/base/options.h"
#include "heed/search/penalty.h"

namespace heed {

struct AverageLengthOptions {
  static constexpr const char* kType = "average";
  double power = 1.0;
  static void fields(auto& o, auto&& f) {
    f("power", o.power, "scores are divided by length to this power", between(0.0, 10.0));
  }
  std::unique_ptr<Penalty> make() const;
};

struct GnmtLengthOptions {
  static constexpr const char* kType = "gnmt";
  double alpha = 0.6;
  static void fields(auto& o, auto&& f) {
    f("alpha", o.alpha, "scores are divided by ((5 + length) / 6) to this power", between(0.0, 10.0));
  }
  std::unique_ptr<Penalty> make() const;
};

struct NoLengthOptions {
  static constexpr const char* kType = "none";
  static void fields(auto&, auto&&) {}
  std::unique_ptr<Penalty> make() const;
};

using LengthPenaltyOptions = std::variant<AverageLengthOptions, GnmtLengthOptions, NoLengthOptions>;

}  // namespace heed
