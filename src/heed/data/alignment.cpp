#include "heed/data/alignment.h"

#include <algorithm>
#include <charconv>

#include "heed/base/error.h"
#include "heed/data/text_file.h"
#include "heed/text/utf8.h"

namespace heed {
namespace {

// What a message can show of a line from a stranger.
std::string shortened(std::string_view text) {
  constexpr int64_t kMost = 40;
  std::string_view kept = text.substr(0, static_cast<std::size_t>(code_point_start(text, kMost)));
  return "'" + std::string(kept) + (kept.size() < text.size() ? "…'" : "'");
}

AlignedWords parse(std::string_view pair, const std::string& where) {
  AlignedWords words;
  const char *begin = pair.data(), *end = begin + pair.size();
  auto [dash, error] = std::from_chars(begin, end, words.source);
  bool good = error == std::errc() && dash != end && *dash == '-' && *begin != '-';
  if (good) {
    auto [last, second_error] = std::from_chars(dash + 1, end, words.target);
    good = second_error == std::errc() && last == end && words.target >= 0;
  }
  if (!good)
    throw InputError(where + ": expected an alignment, pairs of word numbers such as 0-0 1-2, found " +
                     shortened(pair));
  return words;
}

void require_below(int64_t words, int32_t found, const char* side, const std::string& where) {
  if (found < words) return;
  throw InputError(where + ": expected an alignment of " + side + " words below " + std::to_string(words) +
                   ", as many as the " + side + " has, found " + std::to_string(found) +
                   "; words are what white space separates, counted from 0");
}

class Aligned : public RecordReader {
 public:
  Aligned(std::unique_ptr<RecordReader> records, const std::string& file)
      : records_(std::move(records)), file_(file) {}
  std::string name() const override { return records_->name(); }
  int64_t bytes_read() const override { return records_->bytes_read(); }
  int64_t bytes() const override { return records_->bytes(); }

 protected:
  bool read(Record& record) override {
    bool more = records_->next(record);
    count_ += more ? 1 : 0;
    if (file_.next(line_) != more) refuse();
    if (!more) return false;
    record.alignment = std::move(line_);
    aligned_words(record, file_.where());
    return true;
  }

 private:
  [[noreturn]] void refuse() {
    for (Record record; records_->next(record);) ++count_;
    while (file_.next(line_)) {
    }
    throw InputError(file_.path() + ": expected " + std::to_string(count_) +
                     " lines, one for each record of " + records_->name() + ", found " +
                     std::to_string(file_.line()) + "; an alignment must have a line for a line");
  }

  std::unique_ptr<RecordReader> records_;
  TextFile file_;
  std::string line_;
  int64_t count_ = 0;
};

}  // namespace

std::vector<AlignedWords> aligned_words(const Record& record, const std::string& where) {
  std::vector<AlignedWords> pairs;
  constexpr const char* kSpaces = " \t";
  std::string_view rest = record.alignment;
  for (std::size_t begin; (begin = rest.find_first_not_of(kSpaces)) != std::string_view::npos;) {
    rest.remove_prefix(begin);
    std::size_t end = std::min(rest.find_first_of(kSpaces), rest.size());
    pairs.push_back(parse(rest.substr(0, end), where));
    rest.remove_prefix(end);
  }
  if (pairs.empty()) return pairs;
  int64_t sources = count_words(record.columns.at(0)), targets = count_words(record.columns.at(1));
  for (const AlignedWords& pair : pairs) {
    require_below(sources, pair.source, "source", where);
    require_below(targets, pair.target, "target", where);
  }
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  return pairs;
}

std::unique_ptr<RecordReader> open_aligned(std::unique_ptr<RecordReader> records, const std::string& file) {
  return std::make_unique<Aligned>(std::move(records), file);
}

}  // namespace heed
