#include "heed/data/index.h"

#include <xxhash.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "heed/base/error.h"
#include "heed/data/index_about.h"
#include "heed/data/packing.h"

namespace heed {
namespace {

constexpr char kMagic[8] = {'h', 'e', 'e', 'd', '-', 'i', 'd', 'x'};
constexpr uint32_t kVersion = 3;

struct Head {
  char magic[8];
  uint32_t version, id_bytes;
};

// Stored after all sections, when they are known.
struct Foot {
  uint64_t examples, lengths, costs, starts, about;  // all but the first: offsets of the sections
  uint64_t key;
};

// Stored at the end of the file. The checksum covers everything before it.
struct Seal {
  uint64_t checksum;
  char magic[8];
};

// What an example stores for an array in a file; the extents of its shape follow.
struct StoredPlace {
  uint32_t file, dimensions;
  int64_t offset;
};

XXH3_state_t* state(void* hash) {
  return static_cast<XXH3_state_t*>(hash);
}

// Whether two bytes are enough for all numbers of the columns.
bool fits_two_bytes(const Schema& schema) {
  return std::all_of(schema.columns.begin(), schema.columns.end(),
                     [](const ColumnSpec& spec) { return spec.size + spec.extended <= int64_t{1} << 16; });
}

bool has_ids(const ColumnSpec& spec) {
  return spec.kind == ColumnKind::tokens || spec.kind == ColumnKind::classes;
}

void require_fits(const Column& column, const ColumnSpec& spec) {
  auto require = [&](bool holds, const char* what) {
    if (!holds) throw std::logic_error("the index: the column '" + spec.name + "': expected " + what);
  };
  require(column.copies.size() == (spec.copies ? column.ids.size() : 0),
          "a copy's number for every token, or none");
  require(static_cast<int64_t>(column.parts.size()) == spec.levels,
          "as many levels of parts as the schema says");
  require(has_ids(spec) || column.ids.empty(), "no tokens in a column of another kind");
  require(spec.kind == ColumnKind::links || column.links.empty(), "no links in a column of another kind");
  require(spec.kind == ColumnKind::numbers || (column.numbers.empty() && !column.stored),
          "no vectors in a column of another kind");
}

// Reads one example from its start.
class ExampleReader {
 public:
  ExampleReader(std::string_view data, uint64_t start, bool narrow)
      : data_(data), at_(start), narrow_(narrow) {}

  std::vector<int32_t> ids(int64_t count) {
    if (!narrow_) return values<int32_t>(count);
    std::vector<uint16_t> narrow = values<uint16_t>(count);
    return {narrow.begin(), narrow.end()};
  }

  template <class T>
  std::vector<T> values(int64_t count) {
    std::vector<T> values(static_cast<std::size_t>(count));
    std::string_view bytes = data_.substr(at_, values.size() * sizeof(T));
    if (bytes.size() != values.size() * sizeof(T))
      throw std::logic_error("the index: an example ends behind the data");
    // memcpy forbids the null pointers of an empty list.
    if (count > 0) std::memcpy(values.data(), bytes.data(), bytes.size());
    at_ += bytes.size();
    return values;
  }

  void align(std::size_t to) { at_ = (at_ + to - 1) / to * to; }

 private:
  std::string_view data_;
  uint64_t at_;
  bool narrow_;
};

}  // namespace

IndexWriter::IndexWriter(const fs::path& path, const Schema& schema)
    : schema_(schema), file_(path), hash_(XXH3_createState()), narrow_(fits_two_bytes(schema)) {
  XXH3_64bits_reset(state(hash_));
  Head head{};
  std::memcpy(head.magic, kMagic, sizeof kMagic);
  head.version = kVersion;
  head.id_bytes = narrow_ ? sizeof(uint16_t) : sizeof(int32_t);
  write(bytes_of(head));
}

IndexWriter::~IndexWriter() {
  XXH3_freeState(state(hash_));
}

void IndexWriter::write(std::string_view bytes) {
  constexpr std::size_t kBuffer = 1 << 20;
  XXH3_64bits_update(state(hash_), bytes.data(), bytes.size());
  buffer_.append(bytes);
  written_ += bytes.size();
  if (buffer_.size() < kBuffer) return;
  file_.write(buffer_);
  buffer_.clear();
}

void IndexWriter::align(std::size_t bytes) {
  write(std::string((bytes - written_ % bytes) % bytes, '\0'));
}

IndexedCorpus& IndexWriter::begin(const std::string& name, double weight) {
  corpora_.emplace_back();
  corpora_.back().name = name;
  corpora_.back().weight = weight;
  corpora_.back().columns.resize(schema_.size());
  return corpora_.back();
}

void IndexWriter::write_ids(const std::vector<int32_t>& ids) {
  if (!narrow_) return write(bytes_of(ids));
  if (std::any_of(ids.begin(), ids.end(), [](int32_t id) { return id >> 16 != 0; }))
    throw std::logic_error("the index: a token's number is larger than the schema says");
  shortened_.assign(ids.begin(), ids.end());
  write(bytes_of(shortened_));
}

uint32_t IndexWriter::number_of(const StoredArray& array) {
  auto [found, is_new] = stored_numbers_.emplace(array.file, static_cast<uint32_t>(stored_.size()));
  if (is_new) stored_.push_back({array.file, 0, {}, array.type, array.bytes, array.modified});
  return found->second;
}

// Values that need an alignment of four bytes are aligned, because columns of two bytes may come before them.
void IndexWriter::write(const Column& column, const ColumnSpec& spec) {
  require_fits(column, spec);
  write_ids(column.ids);
  write_ids(column.copies);
  align(sizeof(int32_t));
  write(bytes_of(column.links));
  if (spec.kind == ColumnKind::numbers) {
    write(bytes_of(static_cast<uint32_t>(column.stored ? 1 : 0)));
    if (column.stored) {
      write(bytes_of(StoredPlace{number_of(*column.stored),
                                 static_cast<uint32_t>(column.stored->shape.size()), column.stored->offset}));
      write(bytes_of(column.stored->shape));
    }
    write(bytes_of(column.numbers));
  }
  for (const std::vector<int32_t>& level : column.parts) {
    write(bytes_of(static_cast<uint32_t>(level.size())));
    write(bytes_of(level));
  }
}

void IndexWriter::add(const Example& example, int64_t cost) {
  if (example.columns.size() != schema_.size())
    throw std::logic_error("the index: expected an example with as many columns as the schema has");
  starts_.push_back(written_ - sizeof(Head));
  for (std::size_t i = 0; i < schema_.size(); ++i) write(example[i], schema_[i]);
  std::vector<int32_t> lengths = lengths_of(example, schema_);
  lengths_.insert(lengths_.end(), lengths.begin(), lengths.end());
  costs_.push_back(cost);
  ++corpora_.back().examples;
}

void IndexWriter::finish(const std::map<std::string, std::string>& files, uint64_t key) {
  Foot foot{};
  foot.examples = costs_.size();
  align(sizeof(uint64_t));
  foot.lengths = written_;
  write(bytes_of(lengths_));
  align(sizeof(uint64_t));
  foot.costs = written_;
  write(bytes_of(costs_));
  foot.starts = written_;
  write(bytes_of(starts_));
  foot.about = written_;
  write(pack(IndexAbout{schema_, corpora_, stored_, files}));
  foot.key = key;
  write(bytes_of(foot));
  Seal seal{};
  seal.checksum = XXH3_64bits_digest(state(hash_));
  std::memcpy(seal.magic, kMagic, sizeof kMagic);
  file_.write(buffer_);
  file_.write(bytes_of(seal));
  file_.finish();
}

ExampleIndex::ExampleIndex(const fs::path& path) : file_(path) {
  std::string where = path.string();
  std::string_view bytes = file_.bytes();
  auto require = [&](bool good, const std::string& found) {
    if (!good)
      throw FileError(where + ": expected an index of examples, found " + found +
                      "; its training makes it again");
  };
  const std::string_view magic(kMagic, sizeof kMagic);
  require(bytes.starts_with(magic), "another file");
  require(bytes.size() >= sizeof(Head), "one that is cut off");
  Head head{};
  std::memcpy(&head, bytes.data(), sizeof head);
  require(head.version == kVersion,
          "one of version " + std::to_string(head.version) + " instead of " + std::to_string(kVersion));
  require(bytes.size() >= sizeof(Head) + sizeof(Foot) + sizeof(Seal) && bytes.ends_with(magic),
          "one that is cut off");
  std::string_view body = bytes.substr(0, bytes.size() - sizeof(Seal));
  Seal seal{};
  std::memcpy(&seal, bytes.data() + body.size(), sizeof seal);
  require(XXH3_64bits(body.data(), body.size()) == seal.checksum,
          "one that is damaged: its checksum is another");
  // The checksum is right, so everything below can be trusted to be as it was written.
  Foot foot{};
  std::memcpy(&foot, bytes.data() + body.size() - sizeof foot, sizeof foot);
  IndexAbout about = unpack_about(body.substr(foot.about), where);
  schema_ = std::move(about.schema);
  narrow_ = head.id_bytes == sizeof(uint16_t);
  key_ = foot.key;
  data_ = body.substr(sizeof head, foot.lengths - sizeof head);
  sizes_ = {{reinterpret_cast<const int32_t*>(body.data() + foot.lengths), foot.examples * schema_.size()},
            {reinterpret_cast<const int64_t*>(body.data() + foot.costs), foot.examples},
            schema_.size(),
            ordered_columns(schema_)};
  starts_ = {reinterpret_cast<const uint64_t*>(body.data() + foot.starts), foot.examples};
  corpora_ = std::move(about.corpora);
  stored_ = std::move(about.stored);
  files_ = std::move(about.files);
}

Example ExampleIndex::operator[](int64_t number) const {
  auto i = static_cast<std::size_t>(number);
  std::span<const int32_t> lengths = sizes_.lengths_of(i);
  ExampleReader reader(data_, starts_[i], narrow_);
  Example example;
  example.columns.resize(schema_.size());
  for (std::size_t c = 0; c < schema_.size(); ++c) {
    const ColumnSpec& spec = schema_[c];
    Column& column = example[c];
    if (has_ids(spec)) column.ids = reader.ids(lengths[c]);
    if (spec.copies) column.copies = reader.ids(lengths[c]);
    reader.align(sizeof(int32_t));
    if (spec.kind == ColumnKind::links) column.links = reader.values<ElementLink>(lengths[c]);
    if (spec.kind == ColumnKind::numbers) {
      if (reader.values<uint32_t>(1)[0] != 0) {
        StoredPlace place = reader.values<StoredPlace>(1)[0];
        column.stored = stored_.at(place.file);
        column.stored->offset = place.offset;
        column.stored->shape = reader.values<int64_t>(place.dimensions);
      } else {
        column.numbers = reader.values<float>(lengths[c] * spec.width);
      }
    }
    for (int64_t level = 0; level < spec.levels; ++level)
      column.parts.push_back(reader.values<int32_t>(reader.values<uint32_t>(1)[0]));
  }
  example.line = number;
  return example;
}

bool ExampleIndex::stored_are_unchanged() const {
  return std::all_of(stored_.begin(), stored_.end(), is_unchanged);
}

}  // namespace heed
