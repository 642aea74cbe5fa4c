#include "heed/show/assignment.h"

#include <limits>

namespace heed {
namespace {

constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

// Costs are negative weights. Potentials u, v keep every reduced cost c_ij − u_i − v_j at 0 or above, and
// that of every pair at 0; so a shortest path between free ones is found as Dijkstra finds it.
class Assignment {
 public:
  // There are at least as many columns as rows.
  Assignment(std::span<const float> weights, std::size_t rows, std::size_t columns)
      : weights_(weights), columns_(columns), u_(rows), v_(columns), row_of_(columns, kNone) {}

  // Gives the row a column; rows that have one may have to take another.
  void add(std::size_t row) {
    start_paths();
    std::size_t column = kNone, at = row;
    u_[row] = 0;
    while (at != kNone) {
      column = nearest_column(at, column);
      at = row_of_[column];
    }
    settle(row);
    while (column != kNone) {
      std::size_t before = before_[column];
      row_of_[column] = before == kNone ? row : row_of_[before];
      column = before;
    }
  }

  const std::vector<std::size_t>& rows_of_columns() const { return row_of_; }

 private:
  void start_paths() {
    distance_.assign(columns_, std::numeric_limits<double>::infinity());
    before_.assign(columns_, kNone);
    reached_.assign(columns_, false);
    length_ = 0;
  }

  // Goes on from `row`, which was reached over `from`, to the column that is nearest to the start.
  std::size_t nearest_column(std::size_t row, std::size_t from) {
    std::size_t nearest = kNone;
    for (std::size_t j = 0; j < columns_; ++j) {
      if (reached_[j]) continue;
      double distance = length_ + reduced_cost(row, j);
      if (distance < distance_[j]) {
        distance_[j] = distance;
        before_[j] = from;
      }
      if (nearest == kNone || distance_[j] < distance_[nearest]) nearest = j;
    }
    reached_[nearest] = true;
    length_ = distance_[nearest];
    return nearest;
  }

  // Potentials under which the new pairs cost nothing and no other pair costs less than that.
  void settle(std::size_t first) {
    u_[first] += length_;
    for (std::size_t j = 0; j < columns_; ++j) {
      if (!reached_[j]) continue;
      v_[j] -= length_ - distance_[j];
      if (row_of_[j] != kNone) u_[row_of_[j]] += length_ - distance_[j];
    }
  }

  double reduced_cost(std::size_t row, std::size_t column) const {
    return -static_cast<double>(weights_[row * columns_ + column]) - u_[row] - v_[column];
  }

  std::span<const float> weights_;
  std::size_t columns_;
  std::vector<double> u_, v_;
  std::vector<std::size_t> row_of_;  // of each column
  // The paths from the row that is being added.
  std::vector<double> distance_;
  std::vector<std::size_t> before_;  // the column that a path to this one came over
  std::vector<bool> reached_;
  double length_ = 0;
};

}  // namespace

std::vector<int32_t> best_assignment(std::span<const float> weights, std::size_t rows, std::size_t columns) {
  std::vector<int32_t> partners(rows, -1);
  if (rows <= columns) {
    Assignment assignment(weights, rows, columns);
    for (std::size_t i = 0; i < rows; ++i) assignment.add(i);
    for (std::size_t j = 0; j < columns; ++j) {
      std::size_t row = assignment.rows_of_columns()[j];
      if (row != kNone) partners[row] = static_cast<int32_t>(j);
    }
    return partners;
  }
  std::vector<float> turned;
  for (std::size_t j = 0; j < columns; ++j)
    for (std::size_t i = 0; i < rows; ++i) turned.push_back(weights[i * columns + j]);
  std::vector<int32_t> rows_of = best_assignment(turned, columns, rows);
  for (std::size_t j = 0; j < columns; ++j)
    partners[static_cast<std::size_t>(rows_of[j])] = static_cast<int32_t>(j);
  return partners;
}

}  // namespace heed
