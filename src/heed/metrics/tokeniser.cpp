#include "heed/metrics/tokeniser.h"

#include "heed/base/error.h"
#include "heed/base/options.h"

namespace heed {
namespace {

struct Named {
  const char* name;
  MetricTokeniser tokenise;
};

constexpr Named kTokenisers[] = {{"13a", tokenise_13a},
                                 {"intl", tokenise_intl},
                                 {"zh", tokenise_zh},
                                 {"char", tokenise_char},
                                 {"none", tokenise_none}};

}  // namespace

const std::vector<std::string>& tokeniser_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const Named& tokeniser : kTokenisers) all.emplace_back(tokeniser.name);
    return all;
  }();
  return names;
}

MetricTokeniser find_tokeniser(const std::string& name) {
  for (const Named& tokeniser : kTokenisers) {
    if (name == tokeniser.name) return tokeniser.tokenise;
  }
  throw OptionError("tokenize: expected one of " + join_names(tokeniser_names(), ", ") + ", found '" + name +
                    "'");
}

}  // namespace heed
