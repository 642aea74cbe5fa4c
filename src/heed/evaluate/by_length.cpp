#include "heed/evaluate/by_length.h"

#include <algorithm>
#include <numeric>

#include "heed/data/batch.h"
#include "heed/text/utf8.h"

namespace heed {
namespace {

std::vector<int64_t> lengths_of(std::span<const std::string> texts, bool characters) {
  std::vector<int64_t> lengths;
  for (const std::string& text : texts)
    lengths.push_back(characters ? static_cast<int64_t>(code_points(text).size()) : count_words(text));
  return lengths;
}

}  // namespace

InputLengths text_lengths(std::span<const std::string> inputs) {
  InputLengths found{"words", lengths_of(inputs, false)};
  auto spaced =
      std::count_if(found.lengths.begin(), found.lengths.end(), [](int64_t words) { return words > 1; });
  if (2 * static_cast<std::size_t>(spaced) < inputs.size()) found = {"characters", lengths_of(inputs, true)};
  return found;
}

InputLengths input_lengths(const Task& task, std::span<const Record> records) {
  Schema schema = task.schema();
  std::size_t input = schema.inputs().at(0);
  if (schema[input].kind != ColumnKind::tokens) {
    InputLengths found{"frames", {}};
    for (const Record& record : records)
      found.lengths.push_back(length_of(task.encode(record)[input], schema[input]));
    return found;
  }
  std::vector<std::string> texts;
  for (const Record& record : records) texts.push_back(input_text(record, task.columns()));
  return text_lengths(texts);
}

std::vector<std::vector<std::size_t>> group_by_length(std::span<const int64_t> lengths, int64_t groups) {
  std::vector<std::size_t> order(lengths.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return lengths[a] < lengths[b]; });
  std::vector<std::vector<std::size_t>> members;
  std::size_t begin = 0;
  for (int64_t group = 1; group <= groups && begin < order.size(); ++group) {
    auto end = order.size() * static_cast<std::size_t>(group) / static_cast<std::size_t>(groups);
    if (end <= begin) continue;
    while (end < order.size() && lengths[order[end]] == lengths[order[end - 1]]) ++end;
    members.emplace_back(order.begin() + static_cast<std::ptrdiff_t>(begin),
                         order.begin() + static_cast<std::ptrdiff_t>(end));
    begin = end;
  }
  return members;
}

ByLength by_input_length(const Task& task, std::span<const Prediction> predictions,
                         std::span<const Record> records, int64_t groups) {
  InputLengths lengths = input_lengths(task, records);
  ByLength result{lengths.unit, {}};
  for (const auto& members : group_by_length(lengths.lengths, groups)) {
    std::vector<Prediction> some;
    std::vector<Record> theirs;
    for (std::size_t i : members) {
      some.push_back(predictions[i]);
      theirs.push_back(records[i]);
    }
    result.groups.push_back({lengths.lengths[members.front()], lengths.lengths[members.back()],
                             static_cast<int64_t>(members.size()), score_all(task.metrics(), some, theirs)});
  }
  return result;
}

}  // namespace heed
