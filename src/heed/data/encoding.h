// Checks by its first bytes whether an input is UTF-8 text.
#pragma once

#include <string>
#include <string_view>

namespace heed {

// Throws InputError if an input that begins with these bytes is UTF-16 or compressed in an unsupported way.
// The message names a command that converts it. `shown` is the name of the input in messages.
void require_text(std::string_view beginning, const std::string& shown);

// Whether an input that begins with these bytes is a gzip file. A TextFile reads gzip; other readers must
// refuse it.
bool is_gzip(std::string_view beginning);

}  // namespace heed
