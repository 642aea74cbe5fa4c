#include "heed/data/alignment.h"

#include "heed/base/error.h"
#include "heed/data/text_file.h"
#include "heed/data/word_links.h"

namespace heed {
namespace {

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

std::vector<WordLink> aligned_words(const Record& record, const std::string& where) {
  std::vector<WordLink> links = parse_links(record.alignment, 0, where).possible;
  require_words(links, record, 0, where);
  return links;
}

std::unique_ptr<RecordReader> open_aligned(std::unique_ptr<RecordReader> records, const std::string& file) {
  return std::make_unique<Aligned>(std::move(records), file);
}

}  // namespace heed
