// The name of one block of attention weights that a model puts out: which part and layer it comes from, and
// what its rows (queries) and columns (keys) stand for.
#pragma once

#include <cstdint>
#include <string>

namespace heed {

struct AttentionBlock {
  std::string part;           // "encoder" or "decoder"
  int64_t layer = 0;          // counted from 0 within the part
  std::string rows, columns;  // roles: "source", "target", …
  bool operator==(const AttentionBlock&) const = default;
};

}  // namespace heed
