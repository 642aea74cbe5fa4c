// Stores the training examples as numbers in one file that is mapped into memory. Only what a batch needs is
// read, so a corpus may be larger than memory. The file also holds the schema of the examples, the task's
// files that the numbers refer to (vocabularies), and a key that tells what it was made from.
// docs/index-file.md specifies the format.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "heed/base/files.h"
#include "heed/data/batch.h"

namespace heed {

// Counts over one column of all examples of a corpus.
struct ColumnCount {
  int64_t elements = 0;                // tokens (the end token not counted), vectors or classes
  int64_t unknown = 0;                 // tokens that the vocabulary lacks and that cannot be copied
  std::vector<int64_t> of_class = {};  // the number of occurrences of each class
  bool operator==(const ColumnCount&) const = default;
};

// The counts of one corpus.
struct IndexedCorpus {
  std::string name;
  double weight = 1;
  int64_t examples = 0;
  // dropped: unusable lines; cut: lines longer than the task's limit
  int64_t lines = 0, dropped = 0, cut = 0;
  std::vector<ColumnCount> columns = {};  // in the order of the schema
};

class IndexWriter {
 public:
  IndexWriter(const fs::path& path, const Schema& schema);
  ~IndexWriter();
  IndexWriter(const IndexWriter&) = delete;
  IndexWriter& operator=(const IndexWriter&) = delete;

  // Starts the corpus that the next examples belong to. The caller fills in all counts except `examples`
  // before it starts another corpus or finishes.
  IndexedCorpus& begin(const std::string& name, double weight);
  // Throws std::logic_error if the example does not fit the schema.
  void add(const Example& example, int64_t cost);
  // Completes the file. `files` are the files of the task as it saves them; `key` tells what the index was
  // made from.
  void finish(const std::map<std::string, std::string>& files, uint64_t key);

 private:
  void write(std::string_view bytes);
  void align(std::size_t bytes);
  void write_ids(const std::vector<int32_t>& ids);
  void write(const Column& column, const ColumnSpec& spec);
  uint32_t number_of(const StoredArray& array);

  Schema schema_;
  FileWriter file_;
  std::string buffer_;
  void* hash_;  // state of the XXH3 hash
  bool narrow_;
  std::vector<uint16_t> shortened_;
  std::vector<int32_t> lengths_;
  std::vector<int64_t> costs_;
  std::vector<uint64_t> starts_;
  std::vector<StoredArray> stored_;  // one for each file that contains arrays
  std::map<std::string, uint32_t> stored_numbers_;
  std::vector<IndexedCorpus> corpora_;
  uint64_t written_ = 0;
};

class ExampleIndex {
 public:
  // Throws FileError, which says whether the file is damaged, cut off, or of another version.
  explicit ExampleIndex(const fs::path& path);

  int64_t size() const { return static_cast<int64_t>(sizes_.size()); }
  const Schema& schema() const { return schema_; }
  const ExampleSizes& sizes() const { return sizes_; }
  // Returns a copy of the example. Arrays that are stored in files are not read.
  Example operator[](int64_t example) const;
  const std::vector<IndexedCorpus>& corpora() const { return corpora_; }
  const std::map<std::string, std::string>& files() const { return files_; }
  uint64_t key() const { return key_; }
  // Whether the files of stored arrays still have the size and time that they had when the index was written.
  bool stored_are_unchanged() const;
  // Throws FileError if the file has changed since it was opened.
  void require_unchanged() const { file_.require_unchanged(); }

 private:
  MappedFile file_;
  Schema schema_;
  bool narrow_ = false;
  uint64_t key_ = 0;
  std::string_view data_;
  ExampleSizes sizes_;
  std::span<const uint64_t> starts_;
  std::vector<StoredArray> stored_;
  std::vector<IndexedCorpus> corpora_;
  std::map<std::string, std::string> files_;
};

}  // namespace heed
