#include "heed/show/by_words.h"

#include <stdexcept>

#include "heed/base/quoted.h"

namespace heed {
namespace {

// A range of neighbouring labels that make one word, or one label that is part of none.
struct Group {
  std::size_t first = 0, last = 0;  // the last is inside
};

std::vector<Group> words_of(const Axis& axis) {
  std::vector<Group> groups;
  for (std::size_t i = 0; i < axis.labels.size(); ++i) {
    const int32_t word = axis.labels[i].word;
    if (i > 0 && word >= 0 && word == axis.labels[i - 1].word)
      groups.back().last = i;
    else
      groups.push_back({i, i});
  }
  return groups;
}

Label joined(const Axis& axis, const Group& group, std::string_view text) {
  Label label = axis.labels[group.first];
  if (group.first == group.last && label.word < 0) return label;
  label.end = axis.labels[group.last].end;
  const bool inside =
      label.begin >= 0 && label.end > label.begin && label.end <= static_cast<int64_t>(text.size());
  if (inside) {
    // Pieces hold the space before a word; a word does not.
    auto space = [&](int64_t at) { return text[static_cast<std::size_t>(at)] == ' '; };
    while (label.end - label.begin > 1 && space(label.begin)) ++label.begin;
    while (label.end - label.begin > 1 && space(label.end - 1)) --label.end;
    label.text = shortened(
        text.substr(static_cast<std::size_t>(label.begin), static_cast<std::size_t>(label.end - label.begin)),
        kLongestLabel);
    return label;
  }
  for (std::size_t i = group.first + 1; i <= group.last; ++i) label.text += axis.labels[i].text;
  return label;
}

Axis joined_axis(const Axis& axis, std::span<const Group> groups, std::string_view text) {
  Axis words = axis;
  words.labels.clear();
  for (const Group& group : groups) words.labels.push_back(joined(axis, group, text));
  return words;
}

// Over all columns, every weight 0.
AttentionMap empty_map(const AttentionMap& like, Axis rows, Axis columns) {
  AttentionMap map;
  map.part = like.part;
  map.layer = like.layer;
  map.head = like.head;
  map.hypothesis = like.hypothesis;
  map.width = static_cast<int32_t>(columns.labels.size());
  map.begin.assign(rows.labels.size(), 0);
  map.weights.assign(rows.labels.size() * columns.labels.size(), 0.0F);
  map.rows = std::move(rows);
  map.columns = std::move(columns);
  return map;
}

}  // namespace

AttentionMap mean_of_heads(std::span<const AttentionMap> maps) {
  const AttentionMap& first = maps.front();
  AttentionMap mean = empty_map(first, first.rows, first.columns);
  mean.head = 0;
  const std::size_t columns = first.columns.labels.size();
  for (const AttentionMap& map : maps) {
    if (map.rows.labels.size() != first.rows.labels.size() || map.columns.labels.size() != columns)
      throw std::logic_error("a mean over maps of different sizes");
    for (std::size_t i = 0; i < mean.weights.size(); ++i) {
      mean.weights[i] += map.at(static_cast<int64_t>(i / columns), static_cast<int64_t>(i % columns)) /
                         static_cast<float>(maps.size());
    }
  }
  return mean;
}

AttentionMap by_words(const AttentionMap& map, std::string_view input, std::string_view output) {
  const auto text_of = [&](const Axis& axis) { return axis.side == Axis::Side::input ? input : output; };
  const std::vector<Group> down = words_of(map.rows), across = words_of(map.columns);
  AttentionMap words = empty_map(map, joined_axis(map.rows, down, text_of(map.rows)),
                                 joined_axis(map.columns, across, text_of(map.columns)));
  for (std::size_t r = 0, cell = 0; r < down.size(); ++r) {
    for (std::size_t c = 0; c < across.size(); ++c, ++cell) {
      double sum = 0;
      for (std::size_t i = down[r].first; i <= down[r].last; ++i)
        for (std::size_t j = across[c].first; j <= across[c].last; ++j)
          sum += map.at(static_cast<int64_t>(i), static_cast<int64_t>(j));
      words.weights[cell] = static_cast<float>(sum / static_cast<double>(down[r].last - down[r].first + 1));
    }
  }
  return words;
}

}  // namespace heed
