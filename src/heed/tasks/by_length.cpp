#include "heed/tasks/by_length.h"

#include <algorithm>
#include <numeric>

#include "heed/text/utf8.h"

namespace heed {
namespace {

std::vector<int64_t> lengths_of(std::span<const std::string> sources, bool characters) {
  std::vector<int64_t> lengths;
  for (const std::string& source : sources)
    lengths.push_back(characters ? static_cast<int64_t>(code_points(source).size()) : count_words(source));
  return lengths;
}

}  // namespace

LengthGroups group_by_length(std::span<const std::string> sources, int64_t groups) {
  LengthGroups result{"words", lengths_of(sources, false), {}};
  std::vector<int64_t>& lengths = result.lengths;
  auto spaced = std::count_if(lengths.begin(), lengths.end(), [](int64_t words) { return words > 1; });
  if (2 * static_cast<std::size_t>(spaced) < sources.size()) {
    result.unit = "characters";
    lengths = lengths_of(sources, true);
  }
  std::vector<std::size_t> order(sources.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return lengths[a] < lengths[b]; });
  std::size_t begin = 0;
  for (int64_t group = 1; group <= groups && begin < order.size(); ++group) {
    auto end = order.size() * static_cast<std::size_t>(group) / static_cast<std::size_t>(groups);
    if (end <= begin) continue;
    while (end < order.size() && lengths[order[end]] == lengths[order[end - 1]]) ++end;
    result.members.emplace_back(order.begin() + static_cast<std::ptrdiff_t>(begin),
                                order.begin() + static_cast<std::ptrdiff_t>(end));
    begin = end;
  }
  return result;
}

ByLength by_source_length(const Task& task, std::span<const Prediction> predictions,
                          std::span<const Record> records, int64_t groups) {
  std::vector<std::string> sources;
  for (const Record& record : records) sources.push_back(record.columns.at(0));
  LengthGroups grouped = group_by_length(sources, groups);
  ByLength result{grouped.unit, {}};
  for (const auto& members : grouped.members) {
    std::vector<Prediction> some;
    std::vector<Record> theirs;
    for (std::size_t i : members) {
      some.push_back(predictions[i]);
      theirs.push_back(records[i]);
    }
    result.groups.push_back({grouped.lengths[members.front()], grouped.lengths[members.back()],
                             static_cast<int64_t>(members.size()), task.score(some, theirs)});
  }
  return result;
}

}  // namespace heed
