// What the first bytes of an input say that it is: not everything that is called a text is UTF-8.
#pragma once

#include <string>
#include <string_view>

namespace heed {

// An InputError with the command that makes text of it, if an input that begins so is UTF-16, or compressed
// in a way that is not read here. `shown` is what messages call the input.
void require_text(std::string_view beginning, const std::string& shown);

// True if an input that begins so is a gzip file, which a TextFile reads and others must refuse.
bool is_gzip(std::string_view beginning);

}  // namespace heed
