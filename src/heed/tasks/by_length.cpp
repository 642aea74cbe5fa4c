#include "heed/tasks/by_length.h"

#include <algorithm>
#include <numeric>

#include "heed/text/utf8.h"

namespace heed {
namespace {

std::vector<int64_t> lengths_in(std::span<const Record> records, bool characters) {
  std::vector<int64_t> lengths;
  for (const Record& record : records) {
    const std::string& source = record.columns.at(0);
    lengths.push_back(characters ? static_cast<int64_t>(code_points(source).size()) : count_words(source));
  }
  return lengths;
}

}  // namespace

ByLength by_source_length(const Task& task, std::span<const Prediction> predictions,
                          std::span<const Record> records, int64_t groups) {
  ByLength result{"words", {}};
  std::vector<int64_t> lengths = lengths_in(records, false);
  auto spaced = std::count_if(lengths.begin(), lengths.end(), [](int64_t words) { return words > 1; });
  if (2 * static_cast<std::size_t>(spaced) < records.size()) {
    result.unit = "characters";
    lengths = lengths_in(records, true);
  }
  std::vector<std::size_t> order(records.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return lengths[a] < lengths[b]; });
  std::size_t begin = 0;
  for (int64_t group = 1; group <= groups && begin < order.size(); ++group) {
    auto end = order.size() * static_cast<std::size_t>(group) / static_cast<std::size_t>(groups);
    if (end <= begin) continue;
    while (end < order.size() && lengths[order[end]] == lengths[order[end - 1]]) ++end;
    std::vector<Prediction> some;
    std::vector<Record> theirs;
    for (std::size_t i = begin; i < end; ++i) {
      some.push_back(predictions[order[i]]);
      theirs.push_back(records[order[i]]);
    }
    result.groups.push_back({lengths[order[begin]], lengths[order[end - 1]],
                             static_cast<int64_t>(end - begin), task.score(some, theirs)});
    begin = end;
  }
  return result;
}

}  // namespace heed
