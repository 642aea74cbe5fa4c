// How the step size changes over a training: a factor on the optimiser's rate. Every schedule begins with a
// linear warm-up over its first `warmup` updates, t = update / warmup.
//   constant      1
//   inverse-sqrt  √(warmup / update) after the warm-up                       (Vaswani 2017)
//   linear        falls to `last` at the training's last update, or its last minute if that comes first
//   halving       `factor` to the power of the periods of `every` updates passed since `start`  (Luong 2015)
//   plateau       times `factor` whenever `patience` validations in a row were no better
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <variant>

#include "heed/base/options.h"

namespace heed {

// The values that a schedule may depend on. All of them are stored in a checkpoint.
struct ScheduleView {
  int64_t update = 1, updates = 1;  // number of this update, from 1, and of updates in all
  int64_t drops = 0;                // how often the plateau schedule has cut the step size
  double spent = 0;                 // the share of training.minutes that has been used; 0 without a limit
};

struct WarmupOptions {
  int64_t warmup = 0;
  static void fields(auto& o, auto&& f) {
    f("warmup", o.warmup, "updates over which the step size rises from 0", count_from(0));
  }
};

struct ConstantOptions : WarmupOptions {
  static constexpr const char* kType = "constant";
  double factor(const ScheduleView&) const { return 1; }
};

struct InverseSqrtOptions : WarmupOptions {
  static constexpr const char* kType = "inverse-sqrt";
  double factor(const ScheduleView& view) const {
    auto from = static_cast<double>(std::max<int64_t>(warmup, 1));
    return std::sqrt(from / std::max(from, static_cast<double>(view.update)));
  }
};

struct LinearOptions : WarmupOptions {
  static constexpr const char* kType = "linear";
  double last = 0.0;
  static void fields(auto& o, auto&& f) {
    WarmupOptions::fields(o, f);
    f("last", o.last, "factor at the last update", between(0.0, 1.0));
  }
  double factor(const ScheduleView& view) const {
    auto left = static_cast<double>(view.updates - view.update);
    auto all = static_cast<double>(std::max<int64_t>(view.updates - warmup, 1));
    return last + (1 - last) * std::clamp(std::min(left / all, 1 - view.spent), 0.0, 1.0);
  }
};

struct HalvingOptions : WarmupOptions {
  static constexpr const char* kType = "halving";
  int64_t start = 0, every = 1000;
  double by = 0.5;
  static void fields(auto& o, auto&& f) {
    WarmupOptions::fields(o, f);
    f("start", o.start, "updates before the first period of cuts begins", count_from(0));
    f("every", o.every, "updates between two cuts", count_from(1));
    f("factor", o.by, "factor on the step size at each cut", between(0.0, 1.0));
  }
  double factor(const ScheduleView& view) const {
    return std::pow(by, static_cast<double>(std::max<int64_t>(view.update - start, 0) / every));
  }
};

struct PlateauOptions : WarmupOptions {
  static constexpr const char* kType = "plateau";
  int64_t patience = 2;
  double by = 0.5;
  static void fields(auto& o, auto&& f) {
    WarmupOptions::fields(o, f);
    f("patience", o.patience, "cut after this many validations in a row without improvement", count_from(1));
    f("factor", o.by, "factor on the step size at each cut", between(0.0, 1.0));
  }
  double factor(const ScheduleView& view) const { return std::pow(by, static_cast<double>(view.drops)); }
};

using ScheduleOptions =
    std::variant<ConstantOptions, InverseSqrtOptions, LinearOptions, HalvingOptions, PlateauOptions>;

// The factor on the optimiser's rate for one update, warm-up included.
inline double schedule_factor(const ScheduleOptions& options, const ScheduleView& view) {
  return std::visit(
      [&](const auto& o) {
        double rise = o.warmup > 0 ? static_cast<double>(view.update) / static_cast<double>(o.warmup) : 1;
        return std::min(rise, 1.0) * o.factor(view);
      },
      options);
}

}  // namespace heed
