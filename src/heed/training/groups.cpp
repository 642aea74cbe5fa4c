#include "heed/training/groups.h"

#include <algorithm>

#include "heed/base/edit_distance.h"
#include "heed/base/error.h"

namespace heed {
namespace {

void require_match(const ParameterGroupOptions& group, std::span<const std::string> names) {
  bool any = std::any_of(names.begin(), names.end(),
                         [&](const std::string& name) { return matches(group.match, name); });
  if (any) return;
  auto guess = nearest_name(group.match, names);
  throw OptionError("training.groups: '" + group.match + "' matches no parameter of this model; " +
                    (guess ? "did you mean '" + *guess + "'?"
                           : "there are, among others, '" + names.front() + "' and '" + names.back() + "'"));
}

}  // namespace

bool matches(const std::string& pattern, const std::string& name) {
  std::size_t star = pattern.find('*');
  if (star == std::string::npos) return pattern == name;
  if (name.compare(0, star, pattern, 0, star) != 0) return false;
  std::string rest = pattern.substr(star + 1);
  for (std::size_t at = star; at <= name.size(); ++at)
    if (matches(rest, name.substr(at))) return true;
  return false;
}

double rate_of(std::span<const ParameterGroupOptions> groups, const std::string& name) {
  for (const ParameterGroupOptions& group : groups)
    if (matches(group.match, name)) return group.rate;
  return 1;
}

std::vector<RateStretch> rate_stretches(std::span<const ParameterGroupOptions> groups,
                                        const FlatLayout& layout) {
  std::vector<std::string> names;
  for (const FlatLayout::Piece& piece : layout.pieces()) names.push_back(piece.name);
  for (const ParameterGroupOptions& group : groups) require_match(group, names);
  std::vector<RateStretch> stretches;
  bool any = false;
  for (std::size_t i = 0; i < names.size(); ++i) {
    double rate = rate_of(groups, names[i]);
    any = any || rate > 0;
    int64_t begin = layout.pieces()[i].offset;
    int64_t end = i + 1 < names.size() ? layout.pieces()[i + 1].offset : layout.size();
    if (stretches.empty() || stretches.back().rate != rate) stretches.push_back({begin, 0, rate});
    stretches.back().size = end - stretches.back().begin;
  }
  if (!any)
    throw OptionError("training.groups: every parameter is frozen; expected some that are left to train");
  return stretches;
}

}  // namespace heed
