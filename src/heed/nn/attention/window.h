// A Window says where each query may look, as a centre and two radii. Each is one file in windows/ with its
// options, and one place in the list in windows.h. Some follow the steps of a decoder, some compare a
// sequence with itself, some do for both.
#pragma once

#include <memory>

#include "heed/base/options.h"
#include "heed/nn/attention/types.h"
#include "heed/nn/layers.h"
#include "heed/ops/window.h"

namespace heed {

struct Window {
  virtual ~Window() = default;
  virtual void ask(Needs&) const {}
  virtual Band band(const Query& query, const Memory& memory, const Carry& carry) const = 0;
};

// What a window looks from: the steps of a decoder, or the positions of the sequence itself.
enum class LooksFrom { steps, itself, either };

}  // namespace heed
