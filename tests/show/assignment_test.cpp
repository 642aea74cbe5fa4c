#include "heed/show/assignment.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "heed/base/random.h"

namespace heed {
namespace {

struct Table {
  std::size_t rows, columns;
  std::vector<float> weights;
  float at(std::size_t row, std::size_t column) const { return weights[row * columns + column]; }
};

// Every way to give the shorter side partners, tried.
double most_by_trying(const Table& table) {
  bool wide = table.rows <= table.columns;
  std::vector<std::size_t> order(std::max(table.rows, table.columns));
  std::iota(order.begin(), order.end(), 0);
  double most = -INFINITY;
  do {
    double sum = 0;
    for (std::size_t i = 0; i < std::min(table.rows, table.columns); ++i)
      sum += wide ? table.at(i, order[i]) : table.at(order[i], i);
    most = std::max(most, sum);
  } while (std::next_permutation(order.begin(), order.end()));
  return most;
}

// The sum of the pairs, which must be an assignment.
double sum_of_pairs(const Table& table) {
  std::vector<int32_t> partners = best_assignment(table.weights, table.rows, table.columns);
  EXPECT_EQ(partners.size(), table.rows);
  std::vector<int> taken(table.columns);
  double sum = 0;
  std::size_t pairs = 0;
  for (std::size_t row = 0; row < partners.size(); ++row) {
    if (partners[row] < 0) continue;
    auto column = static_cast<std::size_t>(partners[row]);
    EXPECT_EQ(taken.at(column)++, 0) << "a column with two rows";
    sum += table.at(row, column);
    ++pairs;
  }
  EXPECT_EQ(pairs, std::min(table.rows, table.columns)) << "everyone of the shorter side has a partner";
  return sum;
}

TEST(Assignment, IsTheBestOfAllThatCanBeTried) {
  Random random(1, "assignment");
  uint64_t element = 0;
  for (std::size_t rows = 1; rows <= 6; ++rows) {
    for (std::size_t columns = 1; columns <= 6; ++columns) {
      for (int time = 0; time < 20; ++time) {
        Table table{rows, columns, {}};
        // In every other table few different weights, so that many are equal and many 0.
        for (std::size_t i = 0; i < rows * columns; ++i)
          table.weights.push_back(time % 2 == 0 ? static_cast<float>(random.uniform(element++))
                                                : static_cast<float>(random.below(element++, 3)));
        EXPECT_NEAR(sum_of_pairs(table), most_by_trying(table), 1e-6) << rows << " × " << columns;
      }
    }
  }
}

TEST(Assignment, OfNothingIsNothing) {
  EXPECT_TRUE(best_assignment({}, 0, 3).empty());
  EXPECT_EQ(best_assignment({}, 2, 0), (std::vector<int32_t>{-1, -1}));
}

TEST(Assignment, AsALongSentenceNeedsItIsFoundAtOnce) {
  constexpr std::size_t kWords = 300;
  Table table{kWords, kWords, std::vector<float>(kWords * kWords)};
  for (std::size_t i = 0; i < kWords; ++i) table.weights[i * kWords + (i * 7) % kWords] = 1;
  EXPECT_EQ(sum_of_pairs(table), kWords);
}

}  // namespace
}  // namespace heed
