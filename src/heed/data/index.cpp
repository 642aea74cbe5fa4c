#include "heed/data/index.h"

#include <xxhash.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "heed/base/error.h"

namespace heed {
namespace {

constexpr char kMagic[8] = {'h', 'e', 'e', 'd', '-', 'i', 'd', 'x'};
constexpr uint32_t kVersion = 2;

struct Head {
  char magic[8];
  uint32_t version, id_bytes, copies, unused;
};

// At the file's end, where everything is known that stands before it.
struct Foot {
  uint64_t examples, lengths, starts, links, about;  // all but the first: offsets of the sections
  uint64_t key, checksum;                            // checksum: of everything before the foot
  char magic[8];
};

template <class T>
std::string_view bytes_of(const T& value) {
  return {reinterpret_cast<const char*>(&value), sizeof value};
}

template <class T>
std::string_view bytes_of(const std::vector<T>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

// Small things in a row: numbers, and strings behind their lengths.
class Packer {
 public:
  Packer& operator<<(uint64_t value) { return bytes_.append(bytes_of(value)), *this; }
  Packer& operator<<(int64_t value) { return *this << static_cast<uint64_t>(value); }
  Packer& operator<<(double value) { return bytes_.append(bytes_of(value)), *this; }
  Packer& operator<<(const std::string& text) {
    *this << static_cast<uint64_t>(text.size());
    return bytes_.append(text), *this;
  }
  const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

class Unpacker {
 public:
  Unpacker(std::string_view bytes, const std::string& where) : bytes_(bytes), where_(where) {}
  template <class T>
  T number() {
    T value;
    std::memcpy(&value, take(sizeof value).data(), sizeof value);
    return value;
  }
  std::string text() { return std::string(take(number<uint64_t>())); }

 private:
  std::string_view take(std::size_t count) {
    if (count > bytes_.size()) throw FileError(where_ + ": the index is damaged");
    std::string_view taken = bytes_.substr(0, count);
    bytes_.remove_prefix(count);
    return taken;
  }
  std::string_view bytes_;
  std::string where_;
};

std::string pack(const std::vector<IndexedCorpus>& corpora, const std::map<std::string, std::string>& files) {
  Packer packer;
  packer << static_cast<uint64_t>(corpora.size());
  for (const IndexedCorpus& corpus : corpora) {
    packer << corpus.name << corpus.weight << corpus.examples << corpus.lines << corpus.dropped << corpus.cut;
    for (const TokenCount* side : {&corpus.source, &corpus.target}) packer << side->tokens << side->unknown;
  }
  packer << static_cast<uint64_t>(files.size());
  for (const auto& [name, bytes] : files) packer << name << bytes;
  return packer.bytes();
}

IndexedCorpus unpack_corpus(Unpacker& from) {
  IndexedCorpus corpus;
  corpus.name = from.text();
  corpus.weight = from.number<double>();
  for (int64_t* number :
       {&corpus.examples, &corpus.lines, &corpus.dropped, &corpus.cut, &corpus.source.tokens,
        &corpus.source.unknown, &corpus.target.tokens, &corpus.target.unknown}) {
    *number = from.number<int64_t>();
  }
  return corpus;
}

XXH3_state_t* state(void* hash) {
  return static_cast<XXH3_state_t*>(hash);
}

}  // namespace

IndexWriter::IndexWriter(const fs::path& path, const Shape& shape)
    : file_(path),
      hash_(XXH3_createState()),
      narrow_(shape.numbers <= int64_t{1} << 16),
      copies_(shape.copies) {
  XXH3_64bits_reset(state(hash_));
  Head head{};
  std::memcpy(head.magic, kMagic, sizeof kMagic);
  head.version = kVersion;
  head.id_bytes = narrow_ ? sizeof(uint16_t) : sizeof(int32_t);
  head.copies = copies_ ? 1 : 0;
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

IndexedCorpus& IndexWriter::begin(const std::string& name, double weight) {
  corpora_.emplace_back();
  corpora_.back().name = name;
  corpora_.back().weight = weight;
  return corpora_.back();
}

void IndexWriter::append(const std::vector<int32_t>& ids) {
  if (!narrow_) return write(bytes_of(ids));
  if (std::any_of(ids.begin(), ids.end(), [](int32_t id) { return id >> 16 != 0; }))
    throw std::logic_error("the index: a token's number is larger than was said");
  shortened_.assign(ids.begin(), ids.end());
  write(bytes_of(shortened_));
}

void IndexWriter::add(const Example& example) {
  append(example.source.ids);
  append(example.target.ids);
  if (example.copies.size() != (copies_ ? example.source.ids.size() : 0))
    throw std::logic_error("the index: expected a copy's number for every source token, or for none");
  append(example.copies);
  write(bytes_of(example.links));
  if (!example.links.empty()) {
    links_.resize(lengths_.size());
    links_.push_back(static_cast<uint32_t>(example.links.size()));
  }
  lengths_.push_back(
      {static_cast<int32_t>(example.source.ids.size()), static_cast<int32_t>(example.target.ids.size())});
  ++corpora_.back().examples;
}

void IndexWriter::finish(const std::map<std::string, std::string>& files, uint64_t key) {
  write(std::string((8 - written_ % 8) % 8, '\0'));
  Foot foot{};
  foot.examples = lengths_.size();
  foot.lengths = written_;
  write(bytes_of(lengths_));
  foot.starts = written_;
  if (!links_.empty()) links_.resize(lengths_.size());
  uint64_t start = 0;
  for (std::size_t i = 0; i < lengths_.size(); ++i) {
    write(bytes_of(start));
    auto source = static_cast<uint64_t>(lengths_[i].source),
         target = static_cast<uint64_t>(lengths_[i].target);
    start += source + target + (copies_ ? source : 0);
    if (!links_.empty())
      start += links_[i] * sizeof(TokenLink) / (narrow_ ? sizeof(uint16_t) : sizeof(int32_t));
  }
  foot.links = written_;
  write(bytes_of(links_));
  foot.about = written_;
  write(pack(corpora_, files));
  foot.key = key;
  foot.checksum = XXH3_64bits_digest(state(hash_));
  std::memcpy(foot.magic, kMagic, sizeof kMagic);
  file_.write(buffer_);
  file_.write(bytes_of(foot));
  file_.finish();
}

ExampleIndex::ExampleIndex(const fs::path& path) : file_(path) {
  std::string where = path.string();
  std::string_view bytes = file_.bytes();
  auto require = [&](bool good) {
    if (!good) throw FileError(where + ": the index is damaged, or cut off, or of another version");
  };
  require(bytes.size() >= sizeof(Head) + sizeof(Foot));
  std::string_view body = bytes.substr(0, bytes.size() - sizeof(Foot));
  Head head;
  Foot foot;
  std::memcpy(&head, body.data(), sizeof head);
  std::memcpy(&foot, bytes.data() + body.size(), sizeof foot);
  require(std::memcmp(head.magic, kMagic, sizeof kMagic) == 0 &&
          std::memcmp(foot.magic, kMagic, sizeof kMagic) == 0);
  require(head.version == kVersion && XXH3_64bits(body.data(), body.size()) == foot.checksum);
  require(foot.lengths >= sizeof head && foot.starts == foot.lengths + foot.examples * sizeof(Lengths) &&
          foot.links == foot.starts + foot.examples * sizeof(uint64_t) && foot.about <= body.size());
  bool linked = foot.about != foot.links;
  require(!linked || foot.about == foot.links + foot.examples * sizeof(uint32_t));
  narrow_ = head.id_bytes == sizeof(uint16_t);
  copies_ = head.copies != 0;
  key_ = foot.key;
  ids_ = body.substr(sizeof head, foot.lengths - sizeof head);
  lengths_ = {reinterpret_cast<const Lengths*>(body.data() + foot.lengths), foot.examples};
  starts_ = {reinterpret_cast<const uint64_t*>(body.data() + foot.starts), foot.examples};
  links_ = {reinterpret_cast<const uint32_t*>(body.data() + foot.links), linked ? foot.examples : 0};
  Unpacker about(body.substr(foot.about), where);
  for (auto count = about.number<uint64_t>(); count > 0; --count) corpora_.push_back(unpack_corpus(about));
  for (auto count = about.number<uint64_t>(); count > 0; --count) {
    std::string name = about.text();
    files_[name] = about.text();
  }
}

Ids ExampleIndex::ids(uint64_t start, int64_t count) const {
  auto size = static_cast<std::size_t>(count);
  if (narrow_) return std::span(reinterpret_cast<const uint16_t*>(ids_.data()) + start, size);
  return std::span(reinterpret_cast<const int32_t*>(ids_.data()) + start, size);
}

ExampleView ExampleIndex::operator[](int64_t example) const {
  auto i = static_cast<std::size_t>(example);
  int64_t source = lengths_[i].source, target = lengths_[i].target, copies = copies_ ? source : 0;
  uint64_t at = starts_[i];
  ExampleView view;
  for (auto [part, count] :
       {std::pair(&view.source, source), std::pair(&view.target, target), std::pair(&view.copies, copies)}) {
    *part = ids(at, count);
    at += static_cast<uint64_t>(count);
  }
  if (!links_.empty()) view.links = Links(ids_.data() + at * (narrow_ ? 2 : 4), links_[i]);
  return view;
}

}  // namespace heed
