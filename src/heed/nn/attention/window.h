// A Window says where each query may look, as a centre and two radii.
#pragma once

#include <memory>
#include <variant>

#include "heed/nn/attention/types.h"
#include "heed/nn/parameters.h"

namespace heed {

struct Window {
  virtual ~Window() = default;
  virtual Band band(const Query& query, const Memory& memory, const Carry& carry) const = 0;
};

// Every position that the mask allows (Bahdanau 2015).
struct GlobalWindow : Window {
  Band band(const Query&, const Memory&, const Carry&) const override { return {}; }
};

struct GlobalOptions {
  static constexpr const char* kType = "global";
  static void fields(auto&, auto&&) {}
  std::unique_ptr<Window> make(const Scope&) const { return std::make_unique<GlobalWindow>(); }
};

using WindowOptions = std::variant<GlobalOptions>;

}  // namespace heed
