// Random numbers without state: each number is a pure function of its purpose (seed, update, worker, name)
// and of its index, so that threads, restarts and the order of evaluation cannot change it. The function is
// Philox4x32-10 (Salmon et al. 2011, "Parallel random numbers: as easy as 1, 2, 3").
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace heed {

// Returns four random 32-bit words for one counter under one key.
std::array<uint32_t, 4> philox(std::array<uint32_t, 4> counter, std::array<uint32_t, 2> key);

// The 64-bit FNV-1a hash of a name.
uint64_t hash_name(std::string_view name);

// A sequence of random numbers that are addressed by their index, `element`. Equal indices give equal
// numbers.
class Random {
 public:
  // Different streams (or purposes) of one seed give unrelated sequences.
  Random(uint64_t seed, uint64_t stream);
  Random(uint64_t seed, std::string_view purpose) : Random(seed, hash_name(purpose)) {}

  uint64_t bits(uint64_t element) const;
  // A number in [0, 1), with 53 random bits.
  double uniform(uint64_t element) const;
  // A whole number from 0 to count − 1; `count` is at least 1.
  uint64_t below(uint64_t element, uint64_t count) const;

  // Four 32-bit words at once, for loops that need many. They are not independent of bits(index).
  std::array<uint32_t, 4> block(uint64_t index) const;

  // Shuffles by the method of Fisher and Yates; a sequence of its own is needed for each shuffle.
  template <class T>
  void shuffle(std::vector<T>& values) const {
    for (std::size_t i = values.size(); i > 1; --i) std::swap(values[i - 1], values[below(i, i)]);
  }

 private:
  std::array<uint32_t, 2> key_;
  uint64_t stream_;
};

// The source of all random numbers of one update of one worker in training, such as dropout.
struct Noise {
  uint64_t seed = 0;
  uint64_t update = 0;
  uint64_t worker = 0;
  bool active = false;  // false, as in validation: nothing is random.
  // The baseline of REINFORCE: the moving mean of a token's log-probability, or 0 before the first update.
  double baseline = 0;

  // The random numbers of one place of use, such as "attention.expectation".
  Random at(std::string_view site) const;
};

}  // namespace heed
