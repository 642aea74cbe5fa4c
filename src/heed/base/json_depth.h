// Protects the stack from deeply nested JSON: the parser, and the copying and destruction of what it returns,
// recurse once for each level of nesting. All code of Heed that parses JSON from outside calls
// is_nested_too_deeply() first.
#pragma once

#include <string_view>

namespace heed {

// The number of levels that are accepted.
inline constexpr int kDeepestJson = 100;

// True if brackets and braces outside strings are nested deeper than kDeepestJson. The text need not be valid
// JSON: what a parser would read before it fails is never deeper if the answer is false.
bool is_nested_too_deeply(std::string_view json);

}  // namespace heed
