// Global window (Bahdanau 2015): every position that the mask allows.
#pragma once

#include "heed/nn/attention/window.h"

namespace heed {

struct GlobalWindow : Window {
  Band band(const Query&, const Memory&, const Carry&) const override { return {}; }
};

struct GlobalOptions {
  static constexpr const char* kType = "global";
  static constexpr LooksFrom kFrom = LooksFrom::either;
  static void fields(auto&, auto&&) {}
  std::unique_ptr<Window> make(const Scope&, int64_t) const { return std::make_unique<GlobalWindow>(); }
};

}  // namespace heed
