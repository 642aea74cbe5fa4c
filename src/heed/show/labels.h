// The texts around a map: the name of a row or column, the title of a map, and weights as text.
#pragma once

#include <string>

#include "heed/show/attention_map.h"

namespace heed::show {

// The label as it is drawn. A frame without text is named by its time, a place in a grid by row and column.
std::u32string label_text(const Axis& axis, std::size_t index);

// The part, and as much of layer, head and hypothesis as distinguishes the maps of `all`. May be empty.
std::string map_title(const AttentionMap& map, const std::vector<AttentionMap>& all);

// Three decimals, or "2e-05" where three would show only zeros.
std::string weight_text(double weight);

// "output ← input: weight".
std::string cell_text(const AttentionMap& map, std::size_t row, std::size_t column);

// A number without trailing zeros: "0.5", "1".
std::string short_number(double value);

}  // namespace heed::show
