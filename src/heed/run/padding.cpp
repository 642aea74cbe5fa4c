#include "heed/run/padding.h"

#include <optional>

#include "heed/data/batch.h"

namespace heed {

void drop_padding(const AttentionBlock& block, const Example& example, const Schema& schema,
                  AttentionRows& rows) {
  auto length = [&](const std::string& name) -> std::optional<int64_t> {
    auto place = schema.find(name);
    if (!place || !schema[*place].input || !schema[*place].sequence) return std::nullopt;
    return length_of(example[*place], schema[*place]);
  };
  if (auto own = length(block.rows)) keep_rows(rows, static_cast<std::size_t>(*own));
  if (auto own = length(block.columns)) keep_columns(rows, static_cast<int32_t>(*own));
}

}  // namespace heed
