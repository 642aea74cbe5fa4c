// Causal window (Vaswani 2017): positions up to the query's own. With a decoder's steps, step t sees the
// source only up to position t.
#pragma once

#include "heed/nn/attention/window.h"

namespace heed {

struct CausalWindow : Window {
  void ask(Needs& needs) const override { needs.position = true; }
  Band band(const Query& query, const Memory&, const Carry&) const override {
    return {query.position, -1, 0, 0};
  }
};

struct CausalOptions {
  static constexpr const char* kType = "causal";
  static constexpr LooksFrom kFrom = LooksFrom::either;
  static void fields(auto&, auto&&) {}
  std::unique_ptr<Window> make(const Scope&, int64_t) const { return std::make_unique<CausalWindow>(); }
};

}  // namespace heed
