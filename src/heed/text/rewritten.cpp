#include "heed/text/rewritten.h"

#include <unicode/bytestream.h>
#include <unicode/casemap.h>
#include <unicode/edits.h>
#include <unicode/normalizer2.h>

#include <stdexcept>

#include "heed/text/utf8.h"

namespace heed {
namespace {

void require(UErrorCode status) {
  if (U_FAILURE(status)) throw std::runtime_error(std::string("Unicode: ") + u_errorName(status));
}

template <class Change>
std::vector<Change> changes_of(const icu::Edits& edits) {
  std::vector<Change> changes;
  UErrorCode status = U_ZERO_ERROR;
  for (auto edit = edits.getFineIterator(); edit.next(status);) {
    changes.push_back({edit.oldLength(), edit.newLength(), edit.hasChange() != 0});
  }
  require(status);
  return changes;
}

}  // namespace

Rewritten::Range Rewritten::range_of(std::size_t begin, std::size_t end) const {
  if (ranges_.empty()) return {static_cast<int64_t>(begin), static_cast<int64_t>(end)};
  if (begin < end) return {ranges_[begin].begin, ranges_[end - 1].end};
  int64_t at = begin < ranges_.size() ? ranges_[begin].begin : static_cast<int64_t>(original_size_);
  return {at, at};
}

std::pair<int64_t, int64_t> Rewritten::original(int64_t begin, int64_t end) const {
  if (text_.empty()) return {0, 0};
  Range range = range_of(static_cast<std::size_t>(begin), static_cast<std::size_t>(end));
  return {range.begin, range.end};
}

void Rewritten::replace(std::string text, const std::vector<Change>& changes) {
  std::vector<Range> ranges;
  ranges.reserve(text.size());
  std::size_t at = 0;
  for (const Change& change : changes) {
    std::size_t end = at + static_cast<std::size_t>(change.before);
    if (change.changed) {
      ranges.insert(ranges.end(), static_cast<std::size_t>(change.after), range_of(at, end));
    } else {
      for (std::size_t byte = at; byte < end; ++byte) ranges.push_back(range_of(byte, byte + 1));
    }
    at = end;
  }
  text_ = std::move(text);
  ranges_ = std::move(ranges);
}

void Rewritten::lowercase() {
  std::string text;
  icu::StringByteSink<std::string> sink(&text);
  icu::Edits edits;
  UErrorCode status = U_ZERO_ERROR;
  icu::CaseMap::utf8ToLower("", 0, text_, sink, &edits, status);
  require(status);
  if (edits.hasChanges()) replace(std::move(text), changes_of<Change>(edits));
}

void Rewritten::nfkc() {
  UErrorCode status = U_ZERO_ERROR;
  const icu::Normalizer2* normaliser = icu::Normalizer2::getNFKCInstance(status);
  require(status);
  std::string text;
  icu::StringByteSink<std::string> sink(&text);
  icu::Edits edits;
  normaliser->normalizeUTF8(0, text_, sink, &edits, status);
  require(status);
  if (edits.hasChanges()) replace(std::move(text), changes_of<Change>(edits));
}

void Rewritten::fold_spaces() {
  std::string text;
  std::vector<Change> changes;
  int64_t spaces = 0;  // bytes of the run of white space before `at`
  auto size = static_cast<int64_t>(text_.size());
  for (int64_t at = 0; at < size;) {
    int64_t begin = at;
    if (is_white_space(next_code_point(text_, at))) {
      spaces += at - begin;
      continue;
    }
    if (spaces > 0) {
      changes.push_back({spaces, text.empty() ? 0 : 1, true});
      if (!text.empty()) text += ' ';
      spaces = 0;
    }
    text.append(text_, static_cast<std::size_t>(begin), static_cast<std::size_t>(at - begin));
    changes.push_back({at - begin, at - begin, false});
  }
  changes.push_back({spaces, 0, true});
  if (text != text_) replace(std::move(text), changes);
}

}  // namespace heed
