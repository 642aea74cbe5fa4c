// A model's parameters in the forms that the engine uses: matrices for products, laid out for the processor;
// tables whose rows are looked up; and plain numbers. They come from a model directory and are laid out when
// it is opened, or from a packed file, which stores this layout.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "heed/graph/operations/constants.h"
#include "heed/kernels/aligned.h"
#include "heed/kernels/panels.h"

namespace heed::engine {

// How the weights of products are stored. Biases, activations and sums are always floats. With int8, tables
// are bf16.
enum class Precision { fp32, bf16, int8 };

Precision precision_of(const std::string& name);  // throws OptionError for an unknown name
std::string name_of(Precision precision);

// Bytes aligned to a cache line, either owned or mapped from a file.
class Bytes {
 public:
  Bytes() = default;
  explicit Bytes(int64_t size);
  Bytes(const std::byte* mapped, int64_t size) : data_(mapped), size_(size) {}

  const std::byte* data() const { return data_; }
  std::byte* own() { return reinterpret_cast<std::byte*>(own_.get()); }
  int64_t size() const { return size_; }

 private:
  kernels::AlignedFloats own_;
  const std::byte* data_ = nullptr;
  int64_t size_ = 0;
};

struct MatrixSize {
  int64_t outputs = 0, inputs = 0;
};

// Computes y = x Wᵀ for a matrix W [outputs, inputs].
class Product {
 public:
  Product(const float* weight, MatrixSize size, Precision precision);
  // From bytes that data() returned before.
  Product(Bytes laid_out, MatrixSize size, Precision precision);

  int64_t inputs() const { return size_.inputs; }
  int64_t outputs() const { return size_.outputs; }
  Precision precision() const { return precision_; }
  const Bytes& data() const { return data_; }
  static int64_t bytes(MatrixSize size, Precision precision);

  // y [rows, outputs] = x Wᵀ + bias (null: no bias). Both x and y are contiguous.
  void multiply(const float* x, int64_t rows, float* y, const float* bias = nullptr) const;
  void add(const float* x, int64_t rows, float* y) const;  // += x Wᵀ
  // Computes the outputs first … first + kOutputsTogether − 1 of x, as far as they exist. `first` must be a
  // multiple of kOutputsTogether. Only for fp32 and bf16.
  static constexpr int64_t kOutputsTogether = 2 * kernels::kPanelColumns;
  void multiply_some(const float* x, int64_t first, float* y, const float* bias) const;
  void read_row(int64_t output, float* to) const;  // a row of W; only for fp32 and bf16
  // The product with only some rows of W.
  std::shared_ptr<const Product> chosen(std::span<const int32_t> outputs) const;

 private:
  friend class ProductPart;
  // Columns of W, with the column sums that int8 needs.
  struct Part {
    int64_t first, inputs;
    const int32_t* sums;  // null: those of all columns
  };
  void run(const float* x, int64_t rows, const Part& part, const kernels::ProductOutput& into) const;

  MatrixSize size_;
  Precision precision_;
  Bytes data_;
};

// The product with some columns of W: the contribution of a part of x.
class ProductPart {
 public:
  // The first column of a part must be a multiple of this.
  static constexpr int64_t kStep = constants::kColumnStep;
  ProductPart(std::shared_ptr<const Product> whole, int64_t first, int64_t inputs);

  int64_t inputs() const { return inputs_; }
  void multiply(const float* x, int64_t rows, float* y, const float* bias = nullptr) const;
  void add(const float* x, int64_t rows, float* y) const;

 private:
  std::shared_ptr<const Product> whole_;
  int64_t first_, inputs_;
  Bytes sums_;
};

// A table of vectors [rows, width].
class Table {
 public:
  // Refers to `table` in place if the precision is fp32; otherwise makes a copy.
  Table(const float* table, int64_t rows, int64_t width, Precision precision);
  Table(Bytes rows_as_they_lie, int64_t rows, int64_t width, Precision precision);

  int64_t rows() const { return rows_; }
  int64_t width() const { return width_; }
  Precision precision() const { return precision_; }
  const Bytes& data() const { return data_; }
  static int64_t bytes(int64_t rows, int64_t width, Precision precision);

  void read(int64_t row, float* to) const;

 private:
  int64_t rows_, width_;
  Precision precision_;  // fp32 or bf16
  Bytes data_;
};

// A parameter in memory, row-major.
struct Parameter {
  std::string name;
  const float* data = nullptr;
  std::vector<int64_t> shape;
};

class WeightStore {
 public:
  virtual ~WeightStore() = default;
  // Throws InputError if there is no parameter of this name.
  virtual Parameter get(const std::string& name) const = 0;
  virtual std::vector<int64_t> shape(const std::string& name) const { return get(name).shape; }
  // Rows first … first + size.outputs − 1 of a matrix that has at least those rows and exactly size.inputs
  // columns; or a whole matrix.
  virtual std::shared_ptr<const Product> product(const std::string& name, int64_t first,
                                                 MatrixSize size) const;
  virtual std::shared_ptr<const Table> table(const std::string& name) const;
  // Throws FileError if the file that the parameters are read from has changed since it was opened.
  virtual void require_unchanged() const {}
};

}  // namespace heed::engine
