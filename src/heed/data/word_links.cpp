#include "heed/data/word_links.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>

#include "heed/base/error.h"
#include "heed/base/quoted.h"
#include "heed/data/text_file.h"
#include "heed/text/utf8.h"

namespace heed {
namespace {

struct Link {
  WordLink words;
  bool sure = true;
};

// Reads a number at the beginning of the text and removes it; nothing if there is none or it exceeds int32_t.
std::optional<int32_t> take_number(std::string_view& text) {
  int32_t number = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || text.front() == '-') return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

std::optional<Link> link_of(std::string_view text) {
  auto source = take_number(text);
  if (!source || text.empty()) return std::nullopt;
  char between = text.front();
  text.remove_prefix(1);
  auto target = take_number(text);
  if (!target || !text.empty() || (between != '-' && between != '?' && between != 'p')) return std::nullopt;
  return Link{{*source, *target}, between == '-'};
}

Link read_link(std::string_view text, int64_t first, const std::string& where) {
  std::optional<Link> link = link_of(text);
  if (!link)
    throw InputError(where + ": expected links such as 0-0, 1?2 or 1p2 with spaces between them, found " +
                     in_quotes(text));
  if (link->words.source < first || link->words.target < first)
    throw InputError(where + ": expected words counted from " + std::to_string(first) + ", found the link " +
                     in_quotes(text) + "; are they counted from 0 here?");
  link->words.source -= static_cast<int32_t>(first);
  link->words.target -= static_cast<int32_t>(first);
  return *link;
}

void sort_once(std::vector<WordLink>& links) {
  std::sort(links.begin(), links.end());
  links.erase(std::unique(links.begin(), links.end()), links.end());
}

}  // namespace

GoldLinks parse_links(std::string_view line, int64_t first, const std::string& where) {
  constexpr std::string_view kSpaces = " \t";
  GoldLinks gold;
  for (std::size_t at = line.find_first_not_of(kSpaces); at != std::string_view::npos;) {
    std::size_t end = std::min(line.find_first_of(kSpaces, at), line.size());
    Link link = read_link(line.substr(at, end - at), first, where);
    if (link.sure) gold.sure.push_back(link.words);
    gold.possible.push_back(link.words);
    at = line.find_first_not_of(kSpaces, end);
  }
  sort_once(gold.sure);
  sort_once(gold.possible);
  return gold;
}

void require_words(std::span<const WordLink> links, const Record& record, int64_t first,
                   const std::string& where, const std::string& hint) {
  if (links.empty()) return;
  int64_t sources = count_words(record.columns.at(0)), targets = count_words(record.columns.at(1));
  for (const WordLink& link : links) {
    if (link.source < sources && link.target < targets) continue;
    throw InputError(where + ": expected links of " + std::to_string(sources) + " source and " +
                     std::to_string(targets) + " target words, as " + record.where() + " has them, found " +
                     std::to_string(link.source + first) + "-" + std::to_string(link.target + first) +
                     "; words are what white space separates, counted from " + std::to_string(first) + hint);
  }
}

std::vector<GoldLinks> read_gold_links(const std::string& file, int64_t first) {
  TextFile text(file);
  std::vector<GoldLinks> lines;
  for (std::string line; text.next(line);) lines.push_back(parse_links(line, first, text.where()));
  return lines;
}

}  // namespace heed
