// The assignment problem: partners for rows and columns, each with at most one, such that the weights of the
// pairs sum to the most that is possible. Solved by shortest augmenting paths over reduced costs (Kuhn 1955;
// Jonker & Volgenant 1987), in O(n²m) for n ≤ m.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace heed {

// weights [rows, columns], all finite → for each row its column, or −1. Every row has one, or every column is
// taken.
std::vector<int32_t> best_assignment(std::span<const float> weights, std::size_t rows, std::size_t columns);

}  // namespace heed
