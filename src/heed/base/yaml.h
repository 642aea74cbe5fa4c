// YAML text from outside, parsed. Only what reads YAML includes this.
#pragma once

#include <yaml-cpp/yaml.h>

#include <string>

namespace heed {

// The one document of a text, which `where` names in messages. An OptionError with the line if it is not
// YAML, or if there is a second document, of which nothing would be read.
YAML::Node parse_yaml(const std::string& text, const std::string& where);

}  // namespace heed
