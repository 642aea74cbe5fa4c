// JSON from outside is parsed, copied and destroyed by functions that call themselves once for each level of
// nesting: a text that is nested deeply enough exhausts the stack. Every parser of Heed asks here first.
#pragma once

#include <string_view>

namespace heed {

inline constexpr int kDeepestJson = 100;

// True if brackets and braces outside strings are nested deeper than kDeepestJson. For text that is no JSON,
// the answer holds up to the first place at which a parser would stop.
bool is_nested_too_deeply(std::string_view json);

}  // namespace heed
