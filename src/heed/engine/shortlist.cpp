#include "heed/engine/shortlist.h"

#include <algorithm>

#include "heed/base/error.h"

namespace heed::engine {

void Shortlist::check(int64_t source_vocabulary, int64_t target_vocabulary) const {
  auto require = [](bool holds) {
    if (!holds) throw InputError("the shortlist does not fit the model's vocabularies; it is damaged");
  };
  require(static_cast<int64_t>(begins.size()) == source_vocabulary + 1 && begins[0] == 0 &&
          begins.back() == static_cast<int64_t>(tokens.size()));
  require(std::is_sorted(begins.begin(), begins.end()) && std::is_sorted(always.begin(), always.end()));
  for (auto list : {always, tokens}) {
    for (int32_t token : list) require(token >= 0 && token < target_vocabulary);
  }
}

void Shortlist::add(int32_t source, std::vector<int32_t>& to) const {
  auto s = static_cast<std::size_t>(source);
  if (source < 0 || s + 1 >= begins.size()) return;
  to.insert(to.end(), tokens.begin() + begins[s], tokens.begin() + begins[s + 1]);
}

void make_unique(std::vector<int32_t>& tokens) {
  std::sort(tokens.begin(), tokens.end());
  tokens.erase(std::unique(tokens.begin(), tokens.end()), tokens.end());
}

}  // namespace heed::engine
