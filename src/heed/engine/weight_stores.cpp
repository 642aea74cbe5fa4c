#include "heed/engine/weight_stores.h"

#include <nlohmann/json.hpp>

#include "heed/base/error.h"
#include "heed/base/json_depth.h"

namespace heed::engine {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kWeights = "weights.json";
constexpr const char* kShortlist[] = {"shortlist.always", "shortlist.begins", "shortlist.tokens"};

std::string product_piece(const std::string& name, int64_t first, int64_t rows) {
  return "product:" + name + ":" + std::to_string(first) + ":" + std::to_string(rows);
}

std::string table_piece(const std::string& name) {
  return "table:" + name;
}

std::string numbers_piece(const std::string& name) {
  return "numbers:" + name;
}

std::string_view text_of(const void* data, int64_t size) {
  return {static_cast<const char*>(data), static_cast<std::size_t>(size)};
}

int64_t count_of(const std::vector<int64_t>& shape) {
  int64_t count = 1;
  for (int64_t extent : shape) {
    if (extent < 0 || __builtin_mul_overflow(count, extent, &count) || count > int64_t{1} << 40)
      throw InputError("expected dimensions of a parameter, found others");
  }
  return count;
}

}  // namespace

DirectoryWeights::DirectoryWeights(const ModelDirectory& directory, Precision precision)
    : file_(directory.file("model.safetensors")), precision_(precision) {}

Parameter DirectoryWeights::get(const std::string& name) const {
  const TensorView& view = file_.get(name);
  if (view.dtype != "F32")
    throw FileError(file_.path().string() + ": expected '" + name + "' as F32, found " + view.dtype);
  if (reinterpret_cast<uintptr_t>(view.bytes.data()) % alignof(float) != 0)
    throw FileError(file_.path().string() + ": '" + name + "' does not begin at a whole number of floats");
  return {name, reinterpret_cast<const float*>(view.bytes.data()), view.shape};
}

std::shared_ptr<const Product> DirectoryWeights::product(const std::string& name, int64_t first,
                                                         MatrixSize size) const {
  auto& made = products_[product_piece(name, first, size.outputs)];
  if (made) return made;
  made = std::make_shared<Product>(get(name).data + first * size.inputs, size, precision_);
  file_.drop_pages(file_.get(name));
  return made;
}

std::shared_ptr<const Table> DirectoryWeights::table(const std::string& name) const {
  auto& made = tables_[table_piece(name)];
  if (made) return made;
  Parameter table = get(name);
  made = std::make_shared<Table>(table.data, table.shape[0], table.shape[1], precision_);
  if (precision_ != Precision::fp32) file_.drop_pages(file_.get(name));
  return made;
}

PackedWeights::PackedWeights(const PackedModel& model) : model_(model) {
  try {
    if (is_nested_too_deeply(model.piece(kWeights))) throw InputError("it is nested too deeply");
    Json description = Json::parse(model.piece(kWeights));
    precision_ = precision_of(description.at("precision").get<std::string>());
    shapes_ = description.at("shapes").get<std::map<std::string, std::vector<int64_t>>>();
    for (const auto& [name, shape] : shapes_) count_of(shape);
    for (const auto& [name, precision] : description.at("precisions").items())
      precisions_[name] = precision_of(precision.get<std::string>());
  } catch (const Json::exception&) {
    throw FileError(model.where(kWeights) + " is damaged: it is not the expected JSON; export it again");
  } catch (const Error& error) {
    throw FileError(model.where(kWeights) + " is damaged: " + error.what() + "; export it again");
  }
}

std::string_view PackedWeights::piece(const std::string& name, int64_t bytes) const {
  std::string_view found = model_.piece(name);
  if (static_cast<int64_t>(found.size()) != bytes)
    throw FileError(model_.where(name) + " is damaged: expected " + std::to_string(bytes) + " bytes, found " +
                    std::to_string(found.size()) + "; export it again");
  return found;
}

std::vector<int64_t> PackedWeights::shape(const std::string& name) const {
  auto found = shapes_.find(name);
  if (found == shapes_.end()) throw FileError(model_.path().string() + " has no parameter '" + name + "'");
  return found->second;
}

Parameter PackedWeights::get(const std::string& name) const {
  std::vector<int64_t> dimensions = shape(name);
  std::string_view bytes = piece(numbers_piece(name), 4 * count_of(dimensions));
  return {name, reinterpret_cast<const float*>(bytes.data()), dimensions};
}

std::shared_ptr<const Product> PackedWeights::product(const std::string& name, int64_t first,
                                                      MatrixSize size) const {
  std::string own = product_piece(name, first, size.outputs);
  auto precision = precisions_.find(own);
  if (precision == precisions_.end())
    throw FileError(model_.path().string() + " has no product with '" + name + "'");
  int64_t bytes = Product::bytes(size, precision->second);
  Bytes data(reinterpret_cast<const std::byte*>(piece(own, bytes).data()), bytes);
  return std::make_shared<Product>(std::move(data), size, precision->second);
}

std::shared_ptr<const Table> PackedWeights::table(const std::string& name) const {
  auto precision = precisions_.find(table_piece(name));
  std::vector<int64_t> size = shape(name);
  if (precision == precisions_.end() || size.size() != 2 || precision->second == Precision::int8)
    throw FileError(model_.path().string() + " has no table '" + name + "'");
  int64_t bytes = Table::bytes(size[0], size[1], precision->second);
  Bytes data(reinterpret_cast<const std::byte*>(piece(table_piece(name), bytes).data()), bytes);
  return std::make_shared<Table>(std::move(data), size[0], size[1], precision->second);
}

std::optional<Shortlist> PackedWeights::shortlist() const {
  if (!model_.files().contains(kShortlist[0])) return {};
  auto list = [&](const char* name) {
    std::string_view bytes = model_.piece(name);
    return std::span(reinterpret_cast<const int32_t*>(bytes.data()), bytes.size() / sizeof(int32_t));
  };
  return Shortlist{list(kShortlist[0]), list(kShortlist[1]), list(kShortlist[2])};
}

void add_shortlist(const Shortlist& shortlist, PackedModelWriter& writer) {
  auto bytes = [](std::span<const int32_t> list) {
    return text_of(list.data(), static_cast<int64_t>(list.size_bytes()));
  };
  writer.add(kShortlist[0], bytes(shortlist.always));
  writer.add(kShortlist[1], bytes(shortlist.begins));
  writer.add(kShortlist[2], bytes(shortlist.tokens));
}

Parameter PackingWeights::get(const std::string& name) const {
  Parameter found = from_.get(name);
  shapes_[name] = found.shape;
  return numbers_[name] = found;
}

std::vector<int64_t> PackingWeights::shape(const std::string& name) const {
  return shapes_[name] = from_.shape(name);
}

std::shared_ptr<const Product> PackingWeights::product(const std::string& name, int64_t first,
                                                       MatrixSize size) const {
  auto& kept = products_[product_piece(name, first, size.outputs)];
  if (!kept) kept = from_.product(name, first, size);
  return kept;
}

std::shared_ptr<const Table> PackingWeights::table(const std::string& name) const {
  auto& kept = tables_[table_piece(name)];
  if (!kept) kept = from_.table(name);
  return kept;
}

void PackingWeights::add_to(PackedModelWriter& writer) {
  Json precisions = Json::object();
  for (const auto& [name, product] : products_) precisions[name] = name_of(product->precision());
  for (const auto& [name, table] : tables_) precisions[name] = name_of(table->precision());
  description_ =
      Json{{"precision", name_of(precision_)}, {"shapes", shapes_}, {"precisions", precisions}}.dump();
  writer.add(kWeights, description_);
  for (const auto& [name, product] : products_)
    writer.add(name, text_of(product->data().data(), product->data().size()));
  for (const auto& [name, table] : tables_)
    writer.add(name, text_of(table->data().data(), table->data().size()));
  for (const auto& [name, numbers] : numbers_)
    writer.add(numbers_piece(name), text_of(numbers.data, 4 * count_of(numbers.shape)));
}

}  // namespace heed::engine
