// Random numbers without state: every draw is a pure function of what it is for (seed, update, worker, site)
// and of its element, so that threads, restarts and the order of evaluation cannot change it. Philox4x32-10
// (Salmon et al. 2011, "Parallel random numbers: as easy as 1, 2, 3").
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace heed {

// Four 32-bit words for one counter under one key.
std::array<uint32_t, 4> philox(std::array<uint32_t, 4> counter, std::array<uint32_t, 2> key);

// The 64-bit FNV-1a hash: turns a name into a site.
uint64_t hash_name(std::string_view name);

// A stream of draws, addressed by element.
class Random {
 public:
  // `stream` says what the draws are for; equal (seed, stream) give equal draws.
  Random(uint64_t seed, uint64_t stream);
  Random(uint64_t seed, std::string_view purpose) : Random(seed, hash_name(purpose)) {}

  uint64_t bits(uint64_t element) const;
  // In [0, 1), with 53 random bits.
  double uniform(uint64_t element) const;
  // Below `count`, which is at least 1.
  uint64_t below(uint64_t element, uint64_t count) const;

  // Draws in blocks of four 32-bit words: block b holds elements 4b … 4b+3 of the fast stream.
  std::array<uint32_t, 4> block(uint64_t index) const;

  // Fisher–Yates.
  template <class T>
  void shuffle(std::vector<T>& values) const {
    for (std::size_t i = values.size(); i > 1; --i) std::swap(values[i - 1], values[below(i, i)]);
  }

 private:
  std::array<uint32_t, 2> key_;
  uint64_t stream_;
};

// What one loss is computed with: names the draws of one update of one worker. Without it nothing is random.
struct Noise {
  uint64_t seed = 0;
  uint64_t update = 0;
  uint64_t worker = 0;
  bool active = false;
  // What a reward is held against: the moving mean of a token's log-probability; 0 = none yet.
  double baseline = 0;

  Random at(std::string_view site) const;
};

}  // namespace heed
