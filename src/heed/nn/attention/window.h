// A Window determines where each query may look, as a centre and two radii. Each has one file in windows/,
// with its options, and one entry in the list in windows.h. Some windows follow the steps of a decoder, some
// are for self-attention, and some work for both.
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

// What a window can be used with: the steps of a decoder, self-attention of a sequence, or both.
enum class LooksFrom { steps, itself, either };

}  // namespace heed
