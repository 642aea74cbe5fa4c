// The names and defaults of the attention file that its writer and its reader share.
#pragma once

#include <array>
#include <string_view>

#include "heed/base/axis.h"

namespace heed::show {

inline constexpr std::string_view kFormatName = "heed-attention";
inline constexpr int kFormatVersion = 1;

// The names of the kinds of an axis, in the order of Axis::Kind, and of its sides, in the order of
// Axis::Side.
inline constexpr std::array<std::string_view, 5> kKinds = {"tokens", "frames", "grid", "sentences", "labels"};
inline constexpr std::array<std::string_view, 2> kSides = {"input", "output"};

// The side of an axis for which the file has no "side". Files that were written before axes had sides tell
// them by the part.
constexpr Axis::Side side_of_rows(std::string_view part) {
  return part.starts_with("encoder") ? Axis::Side::input : Axis::Side::output;
}
constexpr Axis::Side side_of_columns(std::string_view part) {
  return part == "decoder.self_attention" ? Axis::Side::output : Axis::Side::input;
}

// The column of an axis for which the file has no "column".
constexpr std::string_view column_of(Axis::Side side) {
  return side == Axis::Side::input ? "source" : "target";
}

}  // namespace heed::show
