// The parts of an attention file, so that it can be written while predictions are made.
#pragma once

#include <string>
#include <string_view>

#include "heed/show/attention_map.h"

namespace heed::show {

// The text before the first prediction, one prediction (separated by commas), and the text after the last.
std::string json_head();
std::string json_prediction(const Shown& one);
inline constexpr std::string_view kJsonTail = "]}\n";

// The page before and after the attention file that it contains, and the file in the form that may be
// embedded.
struct PageFrame {
  std::string before, behind;
};
PageFrame page_frame();
std::string without_markup(const std::string& json);

}  // namespace heed::show
