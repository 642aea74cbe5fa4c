// The pieces that an attention file is put together from, so that it can be written as predictions come.
#pragma once

#include <string>
#include <string_view>

#include "heed/show/attention_map.h"

namespace heed::show {

// What comes before the first prediction, one prediction (between two stands a comma), what comes after all.
std::string json_head();
std::string json_prediction(const Shown& one);
inline constexpr std::string_view kJsonTail = "]}\n";

// The page before and behind the attention file that it holds, and the file as it may stand there.
struct PageFrame {
  std::string before, behind;
};
PageFrame page_frame();
std::string without_markup(const std::string& json);

}  // namespace heed::show
