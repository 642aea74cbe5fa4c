// The words of the attention file that its writer and its reader share.
#pragma once

#include <array>
#include <string_view>

namespace heed::show {

inline constexpr std::string_view kFormatName = "heed-attention";
inline constexpr int kFormatVersion = 1;
inline constexpr std::array<std::string_view, 4> kKinds = {"tokens", "frames", "grid",
                                                           "sentences"};  // by Axis::Kind

}  // namespace heed::show
