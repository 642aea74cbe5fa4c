// Parses YAML from outside. Only source files that read YAML include this header: yaml-cpp is slow to
// compile.
#pragma once

#include <yaml-cpp/yaml.h>

#include <string>

namespace heed {

// Parses a text that holds one YAML document. `where` names the text in messages. Throws an OptionError that
// names the line if the text is not YAML or holds a second document.
YAML::Node parse_yaml(const std::string& text, const std::string& where);

}  // namespace heed
