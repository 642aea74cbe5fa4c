#include "heed/data/index_about.h"

#include "heed/data/packing.h"

namespace heed {
namespace {

void pack(const ColumnSpec& spec, Packer& to) {
  to << spec.name << static_cast<uint64_t>(spec.kind) << uint64_t{spec.input} << spec.size << spec.vocabulary
     << spec.extended << uint64_t{spec.copies} << spec.width << uint64_t{spec.sequence} << spec.levels
     << spec.from << spec.to;
}

ColumnSpec unpack_spec(Unpacker& from, const std::string& where) {
  ColumnSpec spec;
  spec.name = from.text();
  auto kind = from.number<uint64_t>();
  if (kind > static_cast<uint64_t>(ColumnKind::links))
    throw FileError(where + ": the file is damaged: it has a column of no kind");
  spec.kind = static_cast<ColumnKind>(kind);
  spec.input = from.number<uint64_t>() != 0;
  spec.size = from.number<int64_t>();
  spec.vocabulary = from.text();
  spec.extended = from.number<int64_t>();
  spec.copies = from.number<uint64_t>() != 0;
  spec.width = from.number<int64_t>();
  spec.sequence = from.number<uint64_t>() != 0;
  spec.levels = from.number<int64_t>();
  spec.from = from.text();
  spec.to = from.text();
  return spec;
}

void pack(const IndexedCorpus& corpus, Packer& to) {
  to << corpus.name << corpus.weight << corpus.examples << corpus.lines << corpus.dropped << corpus.cut
     << static_cast<uint64_t>(corpus.columns.size());
  for (const ColumnCount& column : corpus.columns) to << column.elements << column.unknown << column.of_class;
}

IndexedCorpus unpack_corpus(Unpacker& from) {
  IndexedCorpus corpus;
  corpus.name = from.text();
  corpus.weight = from.number<double>();
  for (int64_t* number : {&corpus.examples, &corpus.lines, &corpus.dropped, &corpus.cut})
    *number = from.number<int64_t>();
  from.each([&] {
    ColumnCount count;
    count.elements = from.number<int64_t>();
    count.unknown = from.number<int64_t>();
    count.of_class = from.numbers();
    corpus.columns.push_back(std::move(count));
  });
  return corpus;
}

StoredArray unpack_stored(Unpacker& from, const std::string& where) {
  StoredArray array;
  array.file = from.text();
  auto type = from.number<uint64_t>();
  if (type > static_cast<uint64_t>(StoredArray::Type::i16))
    throw FileError(where + ": the file is damaged: it has a stored array of no type");
  array.type = static_cast<StoredArray::Type>(type);
  array.bytes = from.number<int64_t>();
  array.modified = from.number<int64_t>();
  return array;
}

}  // namespace

std::string pack(const IndexAbout& about) {
  Packer packer;
  packer << static_cast<uint64_t>(about.schema.size());
  for (const ColumnSpec& spec : about.schema.columns) pack(spec, packer);
  packer << static_cast<uint64_t>(about.corpora.size());
  for (const IndexedCorpus& corpus : about.corpora) pack(corpus, packer);
  packer << static_cast<uint64_t>(about.stored.size());
  for (const StoredArray& array : about.stored)
    packer << array.file << static_cast<uint64_t>(array.type) << array.bytes << array.modified;
  packer << static_cast<uint64_t>(about.files.size());
  for (const auto& [name, bytes] : about.files) packer << name << bytes;
  return packer.bytes();
}

IndexAbout unpack_about(std::string_view bytes, const std::string& where) {
  Unpacker from(bytes, where);
  IndexAbout about;
  from.each([&] { about.schema.columns.push_back(unpack_spec(from, where)); });
  from.each([&] { about.corpora.push_back(unpack_corpus(from)); });
  from.each([&] { about.stored.push_back(unpack_stored(from, where)); });
  from.each([&] {
    std::string name = from.text();
    about.files[name] = from.text();
  });
  return about;
}

}  // namespace heed
