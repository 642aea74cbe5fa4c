// Fills the arrays of a batch's columns as the graphs declare them (column_plan.h): token numbers, vectors
// and masks, padded to rectangles.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "heed/data/column.h"
#include "heed/engine/column_plan.h"
#include "heed/engine/program.h"

namespace heed::engine {

// The padded arrays of one batch. They are reused for the next batch and grow if needed.
class ColumnBuffers {
 public:
  explicit ColumnBuffers(const ColumnPlan& plan) : plan_(plan) {}

  // `columns` has plan.names().size() views for each row; the data they point to must live until the next
  // call. Throws InputError if a column is not what the graphs declare.
  void read(std::span<const ColumnView> columns, int64_t rows);
  // Sets the extents of the columns' axes and of `rows`.
  void set_sizes(const Axes& axes, Sizes& sizes) const;
  // Binds all inputs of a program that are columns.
  void bind(ProgramMemory& memory);

  int64_t rows() const { return rows_; }
  // The number of units of a level in a row, and in each of the parts above them.
  int64_t units(int64_t row, std::size_t column, int64_t level) const;
  std::span<const int32_t> parts(int64_t row, std::size_t column, int64_t level) const;
  // The position of each unit of a row in the rectangle of a reading.
  std::vector<int64_t> positions(int64_t row, const ColumnReading& reading) const;

 private:
  struct Array {
    std::vector<int32_t> indices;
    std::vector<float> numbers;
    std::unique_ptr<bool[]> flags;
    std::size_t flags_size = 0;
    uint64_t batch = 0;  // the batch that it was filled for
  };
  const ColumnView& view(int64_t row, std::size_t column) const;
  void check(int64_t row, std::size_t column) const;
  int64_t extent(const ColumnReading& reading) const;
  int64_t cells(const ColumnReading& reading) const;
  // The array of a port. It is filled once for each batch.
  void* array(const InputPort& port);
  void fill_indices(Array& array, Origin origin, const ColumnReading& reading);
  void fill_flags(Array& array, const ColumnReading& reading);
  void fill_numbers(Array& array, const ColumnReading& reading);
  std::vector<int32_t> part_of_units(int64_t row, std::size_t column) const;
  // Calls `put(unit, cell)` for each unit of a row.
  template <class Put>
  void each_unit(int64_t row, const ColumnReading& reading, Put put) const;

  const ColumnPlan& plan_;
  std::span<const ColumnView> columns_;
  int64_t rows_ = 0;
  std::map<ColumnReading, int64_t> extents_;
  std::map<std::pair<Origin, ColumnReading>, Array> arrays_;
  uint64_t batch_ = 0;  // number of calls of read()
};

}  // namespace heed::engine
