// The training examples in numbers, in one file that is mapped into memory, so that a corpus may be larger
// than memory: only what a batch touches is read. The file also holds the vocabularies that the numbers refer
// to and a key of what it was made from. docs/index-file.md has the format.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "heed/base/files.h"
#include "heed/data/batch.h"

namespace heed {

// One side's tokens and how many of them have no number: those that the vocabulary lacks, but for target
// tokens that can be copied. The end token is not counted.
struct TokenCount {
  int64_t tokens = 0, unknown = 0;
};

// A corpus as it was found.
struct IndexedCorpus {
  std::string name;
  double weight = 1;
  int64_t examples = 0;
  int64_t lines = 0, dropped = 0, cut = 0;  // dropped: empty on a side; cut: longer than the task's limit
  TokenCount source, target;
};

class IndexWriter {
 public:
  struct Shape {
    int64_t numbers = 0;  // every token's number is smaller
    bool copies = false;  // examples have them
  };
  IndexWriter(const fs::path& path, const Shape& shape);
  ~IndexWriter();

  // The corpus that the examples from here on are of. Its counts, but for the examples, are the caller's to
  // fill in before the next one begins.
  IndexedCorpus& begin(const std::string& name, double weight);
  void add(const Example& example);
  // `files`: the task's, as it saves them; `key`: what all this was made from.
  void finish(const std::map<std::string, std::string>& files, uint64_t key);

 private:
  void write(std::string_view bytes);
  void append(const std::vector<int32_t>& ids);

  FileWriter file_;
  std::string buffer_;
  void* hash_;  // XXH3's state
  bool narrow_, copies_;
  std::vector<uint16_t> shortened_;
  std::vector<Lengths> lengths_;
  std::vector<uint32_t> links_;  // how many each example has; shorter than the examples: the others have none
  std::vector<IndexedCorpus> corpora_;
  uint64_t written_ = 0;
};

class ExampleIndex {
 public:
  // A FileError if it is damaged or of another version.
  explicit ExampleIndex(const fs::path& path);

  int64_t size() const { return static_cast<int64_t>(lengths_.size()); }
  std::span<const Lengths> lengths() const { return lengths_; }
  ExampleView operator[](int64_t example) const;
  const std::vector<IndexedCorpus>& corpora() const { return corpora_; }
  const std::map<std::string, std::string>& files() const { return files_; }
  uint64_t key() const { return key_; }
  // A FileError if the file was changed since it was opened.
  void require_unchanged() const { file_.require_unchanged(); }

 private:
  Ids ids(uint64_t start, int64_t count) const;

  MappedFile file_;
  bool narrow_ = false, copies_ = false;
  uint64_t key_ = 0;
  std::string_view ids_;
  std::span<const Lengths> lengths_;
  std::span<const uint64_t> starts_;
  std::span<const uint32_t> links_;  // how many each example has; empty if none has any
  std::vector<IndexedCorpus> corpora_;
  std::map<std::string, std::string> files_;
};

}  // namespace heed
