// The version of the library.
#pragma once

#include <string>

namespace heed {

// A version such as "0.2.0".
std::string version();

}  // namespace heed
