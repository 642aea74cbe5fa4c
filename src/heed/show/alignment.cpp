#include "heed/show/alignment.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <stdexcept>

#include "heed/show/assignment.h"

namespace heed {
namespace {

constexpr std::array<const char*, 3> kReadings = {"one-to-many", "many-to-one", "one-to-one"};  // by Reading

// The weights that words gave words.
struct WordTable {
  std::vector<int32_t> targets, sources;  // numbers of the words
  std::vector<float> weights;             // [targets, sources]

  explicit WordTable(const AttentionMap& map) {
    std::vector<int64_t> rows = places(map.rows, targets), columns = places(map.columns, sources);
    for (int64_t row : rows)
      for (int64_t column : columns) weights.push_back(map.at(row, column));
  }
  float at(std::size_t target, std::size_t source) const { return weights[target * sources.size() + source]; }

 private:
  static std::vector<int64_t> places(const Axis& axis, std::vector<int32_t>& words) {
    std::vector<int64_t> places;
    for (std::size_t i = 0; i < axis.labels.size(); ++i) {
      if (axis.labels[i].word < 0) continue;
      places.push_back(static_cast<int64_t>(i));
      words.push_back(axis.labels[i].word);
    }
    return places;
  }
};

// Links of words by their places in the table, of those that have weight.
class Links {
 public:
  explicit Links(const WordTable& table) : table_(table) {}

  void add(std::size_t target, std::size_t source) {
    if (table_.at(target, source) > 0) links_.push_back({table_.sources[source], table_.targets[target]});
  }
  std::vector<WordLink> sorted() && {
    std::sort(links_.begin(), links_.end());
    links_.erase(std::unique(links_.begin(), links_.end()), links_.end());
    return std::move(links_);
  }

 private:
  const WordTable& table_;
  std::vector<WordLink> links_;
};

void each_target_takes_its_best(const WordTable& table, Links& links) {
  for (std::size_t t = 0; t < table.targets.size(); ++t) {
    std::size_t best = 0;
    for (std::size_t s = 1; s < table.sources.size(); ++s) {
      if (table.at(t, s) > table.at(t, best)) best = s;
    }
    if (!table.sources.empty()) links.add(t, best);
  }
}

void each_source_takes_its_best(const WordTable& table, Links& links) {
  for (std::size_t s = 0; s < table.sources.size(); ++s) {
    std::size_t best = 0;
    for (std::size_t t = 1; t < table.targets.size(); ++t) {
      if (table.at(t, s) > table.at(best, s)) best = t;
    }
    if (!table.targets.empty()) links.add(best, s);
  }
}

void assign(const WordTable& table, Links& links) {
  std::vector<int32_t> partners = best_assignment(table.weights, table.targets.size(), table.sources.size());
  for (std::size_t t = 0; t < partners.size(); ++t) {
    if (partners[t] >= 0) links.add(t, static_cast<std::size_t>(partners[t]));
  }
}

bool is_word_or_end(const Label& label) {
  return label.word >= 0 || label.special;
}

std::string plain(float value) {
  std::array<char, 40> text{};
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), value).ptr};
}

}  // namespace

std::vector<std::string> reading_names() {
  return {kReadings.begin(), kReadings.end()};
}

std::string name_of(Reading reading) {
  return kReadings.at(static_cast<std::size_t>(reading));
}

Reading reading_of(const std::string& name) {
  auto found = std::find(kReadings.begin(), kReadings.end(), name);
  if (found == kReadings.end()) throw std::logic_error("no reading of alignments is called " + name);
  return static_cast<Reading>(found - kReadings.begin());
}

std::vector<WordLink> hard_alignment(const AttentionMap& words, Reading reading) {
  WordTable table(words);
  Links links(table);
  switch (reading) {
    case Reading::one_to_many:
      each_target_takes_its_best(table, links);
      break;
    case Reading::many_to_one:
      each_source_takes_its_best(table, links);
      break;
    case Reading::one_to_one:
      assign(table, links);
      break;
  }
  return std::move(links).sorted();
}

std::vector<WordLink> links_above(const AttentionMap& words, double threshold) {
  WordTable table(words);
  Links links(table);
  for (std::size_t t = 0; t < table.targets.size(); ++t) {
    for (std::size_t s = 0; s < table.sources.size(); ++s) {
      if (table.at(t, s) > threshold) links.add(t, s);
    }
  }
  return std::move(links).sorted();
}

std::vector<std::vector<float>> soft_alignment(const AttentionMap& words) {
  std::vector<std::vector<float>> rows;
  for (std::size_t r = 0; r < words.rows.labels.size(); ++r) {
    if (!is_word_or_end(words.rows.labels[r])) continue;
    rows.emplace_back();
    for (std::size_t c = 0; c < words.columns.labels.size(); ++c) {
      if (is_word_or_end(words.columns.labels[c]))
        rows.back().push_back(words.at(static_cast<int64_t>(r), static_cast<int64_t>(c)));
    }
  }
  return rows;
}

std::string to_moses(std::span<const WordLink> links) {
  std::string text;
  for (const WordLink& link : links)
    text += (text.empty() ? "" : " ") + std::to_string(link.source) + "-" + std::to_string(link.target);
  return text;
}

std::string to_soft(std::span<const std::vector<float>> rows) {
  std::string text;
  for (const std::vector<float>& row : rows) {
    if (&row != rows.data()) text += ' ';
    for (std::size_t c = 0; c < row.size(); ++c) text += (c == 0 ? "" : ",") + plain(row[c]);
  }
  return text;
}

}  // namespace heed
