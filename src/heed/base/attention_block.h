// A block of attention weights that a model returns: the part and the layer of the model that it comes from,
// and what its rows (queries) and columns (keys) stand for. The weights themselves are stored elsewhere.
#pragma once

#include <cstdint>
#include <string>

namespace heed {

struct AttentionBlock {
  std::string part;           // "encoder", "decoder", "pooling"
  int64_t layer = 0;          // counted from 0 within the part
  std::string rows, columns;  // the columns of the data that attend and are attended to: "target", "source"
  bool operator==(const AttentionBlock&) const = default;
};

}  // namespace heed
