#include "heed/engine/weights.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "heed/base/error.h"
#include "heed/kernels/bf16.h"
#include "heed/kernels/int8.h"

namespace heed::engine {
namespace {

constexpr std::array kNames = {"fp32", "bf16", "int8"};

template <class Number>
const Number* as(const Bytes& bytes, int64_t offset = 0) {
  return reinterpret_cast<const Number*>(bytes.data() + offset);
}

template <class Number>
Number* own_as(Bytes& bytes, int64_t offset = 0) {
  return reinterpret_cast<Number*>(bytes.own() + offset);
}

float widened(uint16_t half) {
  uint32_t bits = uint32_t{half} << 16;
  float number;
  std::memcpy(&number, &bits, sizeof number);
  return number;
}

// With more inputs, the sums of whole numbers could overflow.
Precision possible(MatrixSize size, Precision precision) {
  bool too_many = precision == Precision::int8 && size.inputs > kernels::kMostInt8Rows;
  return too_many ? Precision::bf16 : precision;
}

// int8: the panels, then scales, then sums.
struct Int8Places {
  explicit Int8Places(MatrixSize size)
      : scales(kernels::int8_bytes(size.inputs, size.outputs)),
        sums(scales + 4 * kernels::padded_columns(size.outputs)) {}
  int64_t scales, sums;
};

kernels::Int8Panels int8_panels(const Bytes& bytes, MatrixSize size) {
  Int8Places places(size);
  return {as<int8_t>(bytes), as<float>(bytes, places.scales), as<int32_t>(bytes, places.sums), size.inputs,
          size.outputs};
}

}  // namespace

Precision precision_of(const std::string& name) {
  auto found = std::find(kNames.begin(), kNames.end(), name);
  if (found != kNames.end()) return static_cast<Precision>(found - kNames.begin());
  throw OptionError("expected the precision fp32, bf16 or int8, found '" + name + "'");
}

std::string name_of(Precision precision) {
  return kNames[static_cast<std::size_t>(precision)];
}

Bytes::Bytes(int64_t size)
    : own_(kernels::make_aligned_floats((size + 3) / 4)),
      data_(reinterpret_cast<const std::byte*>(own_.get())),
      size_(size) {}

Product::Product(const float* weight, MatrixSize size, Precision precision)
    : size_(size), precision_(possible(size, precision)), data_(bytes(size, precision_)) {
  kernels::MatrixView columns =
      kernels::MatrixView{weight, size.outputs, size.inputs, size.inputs}.transposed();
  if (precision_ == Precision::int8) {
    Int8Places places(size);
    kernels::pack_int8(columns, own_as<int8_t>(data_), own_as<float>(data_, places.scales),
                       own_as<int32_t>(data_, places.sums));
  } else if (precision_ == Precision::bf16) {
    kernels::PackedMatrix whole;
    whole.pack(columns);
    kernels::round_to_bf16(whole.panels().data, data_.size() / 2, own_as<uint16_t>(data_));
  } else {
    kernels::pack(columns, own_as<float>(data_));
  }
}

Product::Product(Bytes laid_out, MatrixSize size, Precision precision)
    : size_(size), precision_(precision), data_(std::move(laid_out)) {}

int64_t Product::bytes(MatrixSize size, Precision precision) {
  int64_t columns = kernels::padded_columns(size.outputs);
  switch (precision) {
    case Precision::int8:
      return kernels::int8_bytes(size.inputs, size.outputs) + 8 * columns;
    case Precision::bf16:
      return 2 * size.inputs * columns;
    case Precision::fp32:
      break;
  }
  return 4 * size.inputs * columns;
}

void Product::run(const float* x, int64_t rows, const Part& part, const kernels::ProductOutput& into) const {
  kernels::MatrixView a{x, rows, part.inputs, part.inputs};
  int64_t skipped = part.first * kernels::kPanelColumns;  // numbers of a panel
  auto panels = [&]<class Number>(const Number* data) {
    return kernels::Panels<Number>{data + skipped, part.inputs, size_.outputs, size_.inputs};
  };
  switch (precision_) {
    case Precision::int8: {
      kernels::Int8Panels own = int8_panels(data_, size_);
      own.data += skipped;
      own.rows = part.inputs;
      if (part.sums != nullptr) own.sums = part.sums;
      return kernels::multiply(x, rows, own, into);
    }
    case Precision::bf16:
      return kernels::multiply(a, panels(as<uint16_t>(data_)), into);
    case Precision::fp32:
      return kernels::multiply(a, panels(as<float>(data_)), into);
  }
}

void Product::multiply(const float* x, int64_t rows, float* y, const float* bias) const {
  run(x, rows, {0, size_.inputs, nullptr}, {y, size_.outputs, false, bias});
}

void Product::add(const float* x, int64_t rows, float* y) const {
  run(x, rows, {0, size_.inputs, nullptr}, {y, size_.outputs, true});
}

void Product::multiply_some(const float* x, int64_t first, float* y, const float* bias) const {
  int64_t width = std::min(kOutputsTogether, size_.outputs - first), skipped = first * size_.inputs;
  kernels::MatrixView a{x, 1, size_.inputs, size_.inputs};
  kernels::ProductOutput into{y, width, false, bias == nullptr ? nullptr : bias + first};
  if (precision_ == Precision::bf16)
    kernels::multiply(a, kernels::Panels<uint16_t>{as<uint16_t>(data_) + skipped, size_.inputs, width}, into);
  else
    kernels::multiply(a, kernels::Panels<float>{as<float>(data_) + skipped, size_.inputs, width}, into);
}

void Product::read_row(int64_t output, float* to) const {
  constexpr int64_t kWidth = kernels::kPanelColumns;
  int64_t at = output / kWidth * kWidth * size_.inputs + output % kWidth;
  for (int64_t k = 0; k < size_.inputs; ++k)
    to[k] = precision_ == Precision::bf16 ? widened(as<uint16_t>(data_)[at + k * kWidth])
                                          : as<float>(data_)[at + k * kWidth];
}

static_assert(ProductPart::kStep == kernels::kInt8Group);

ProductPart::ProductPart(std::shared_ptr<const Product> whole, int64_t first, int64_t inputs)
    : whole_(std::move(whole)), first_(first), inputs_(inputs) {
  if (whole_->precision() != Precision::int8) return;
  sums_ = Bytes(4 * kernels::padded_columns(whole_->outputs()));
  kernels::Int8Panels panels = int8_panels(whole_->data_, whole_->size_);
  panels.data += first * kernels::kPanelColumns;
  panels.rows = inputs;
  kernels::sum_int8(panels, own_as<int32_t>(sums_));
}

void ProductPart::multiply(const float* x, int64_t rows, float* y, const float* bias) const {
  whole_->run(x, rows, {first_, inputs_, as<int32_t>(sums_)}, {y, whole_->outputs(), false, bias});
}

void ProductPart::add(const float* x, int64_t rows, float* y) const {
  whole_->run(x, rows, {first_, inputs_, as<int32_t>(sums_)}, {y, whole_->outputs(), true});
}

namespace {

// Copies some columns out of panels (kernels/panels.h), whose cells, one for each column and group of rows,
// have the size of `Cell`.
template <class Cell>
void choose_columns(const Cell* from, std::span<const int32_t> columns, int64_t groups, Cell* to) {
  constexpr int64_t kWidth = kernels::kPanelColumns;
  auto number = static_cast<int64_t>(columns.size());
  std::fill_n(to, groups * kernels::padded_columns(number), Cell{0});
  for (int64_t j = 0; j < number; ++j) {
    int64_t column = columns[static_cast<std::size_t>(j)];
    const Cell* cell = from + column / kWidth * groups * kWidth + column % kWidth;
    Cell* place = to + j / kWidth * groups * kWidth + j % kWidth;
    for (int64_t g = 0; g < groups * kWidth; g += kWidth) place[g] = cell[g];
  }
}

}  // namespace

std::shared_ptr<const Product> Product::chosen(std::span<const int32_t> outputs) const {
  MatrixSize size{static_cast<int64_t>(outputs.size()), size_.inputs};
  Bytes bytes(Product::bytes(size, precision_));
  if (precision_ == Precision::fp32)
    choose_columns(as<float>(data_), outputs, size.inputs, own_as<float>(bytes));
  if (precision_ == Precision::bf16)
    choose_columns(as<uint16_t>(data_), outputs, size.inputs, own_as<uint16_t>(bytes));
  if (precision_ == Precision::int8) {
    int64_t groups = (size.inputs + kernels::kInt8Group - 1) / kernels::kInt8Group;
    choose_columns(as<int32_t>(data_), outputs, groups, own_as<int32_t>(bytes));
    kernels::Int8Panels all = int8_panels(data_, size_);
    Int8Places places(size);
    choose_columns(all.scales, outputs, 1, own_as<float>(bytes, places.scales));
    choose_columns(all.sums, outputs, 1, own_as<int32_t>(bytes, places.sums));
  }
  return std::make_shared<Product>(std::move(bytes), size, precision_);
}

Table::Table(const float* table, int64_t rows, int64_t width, Precision precision)
    : rows_(rows), width_(width), precision_(precision == Precision::fp32 ? precision : Precision::bf16) {
  if (precision_ == Precision::fp32) {
    data_ = Bytes(reinterpret_cast<const std::byte*>(table), bytes(rows, width, precision_));
    return;
  }
  data_ = Bytes(bytes(rows, width, precision_));
  kernels::round_to_bf16(table, rows * width, own_as<uint16_t>(data_));
}

Table::Table(Bytes rows_as_they_lie, int64_t rows, int64_t width, Precision precision)
    : rows_(rows), width_(width), precision_(precision), data_(std::move(rows_as_they_lie)) {}

int64_t Table::bytes(int64_t rows, int64_t width, Precision precision) {
  return rows * width * (precision == Precision::fp32 ? 4 : 2);
}

void Table::read(int64_t row, float* to) const {
  if (precision_ == Precision::fp32) {
    std::copy_n(as<float>(data_) + row * width_, width_, to);
    return;
  }
  const uint16_t* half = as<uint16_t>(data_) + row * width_;
  for (int64_t i = 0; i < width_; ++i) to[i] = widened(half[i]);
}

std::shared_ptr<const Product> WeightStore::product(const std::string& name, int64_t first,
                                                    MatrixSize size) const {
  return std::make_shared<Product>(get(name).data + first * size.inputs, size, Precision::fp32);
}

std::shared_ptr<const Table> WeightStore::table(const std::string& name) const {
  Parameter table = get(name);
  return std::make_shared<Table>(table.data, table.shape[0], table.shape[1], Precision::fp32);
}

}  // namespace heed::engine
