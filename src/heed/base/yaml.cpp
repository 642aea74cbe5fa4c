#include "heed/base/yaml.h"

#include <vector>

#include "heed/base/error.h"

namespace heed {

YAML::Node parse_yaml(const std::string& text, const std::string& where) {
  try {
    std::vector<YAML::Node> documents = YAML::LoadAll(text);
    if (documents.size() > 1) {
      throw OptionError(where + ":" + std::to_string(documents[1].Mark().line + 1) +
                        ": expected one document, found a second one; remove the line '---' before it");
    }
    return documents.empty() ? YAML::Node() : documents[0];
  } catch (const YAML::Exception& error) {
    std::string line = error.mark.is_null() ? "" : ":" + std::to_string(error.mark.line + 1);
    throw OptionError(where + line + ": not valid YAML: " + error.msg);
  }
}

}  // namespace heed
