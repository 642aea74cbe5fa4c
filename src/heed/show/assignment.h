// Solves the assignment problem: pairs of rows and columns, each in at most one pair, with the largest
// possible sum of weights. It uses shortest augmenting paths over reduced costs (Kuhn 1955; Jonker &
// Volgenant 1987), in O(n²m) for n ≤ m.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace heed {

// Takes weights [rows, columns], all finite, and returns the column of each row, or −1. Every row or every
// column is in a pair.
std::vector<int32_t> best_assignment(std::span<const float> weights, std::size_t rows, std::size_t columns);

}  // namespace heed
