// Which Heed this is.
#pragma once

#include <string>

namespace heed {

std::string version();  // "0.2.0"

}  // namespace heed
