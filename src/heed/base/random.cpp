#include "heed/base/random.h"

namespace heed {
namespace {

// Mixes a word into a hash so that neighbouring updates and workers give unrelated streams (splitmix64's
// finaliser).
uint64_t mix(uint64_t hash, uint64_t word) {
  uint64_t z = hash + 0x9e3779b97f4a7c15ULL * (word + 1);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}

uint32_t low(uint64_t word) {
  return static_cast<uint32_t>(word);
}

uint32_t high(uint64_t word) {
  return static_cast<uint32_t>(word >> 32);
}

}  // namespace

std::array<uint32_t, 4> philox(std::array<uint32_t, 4> counter, std::array<uint32_t, 2> key) {
  for (int round = 0; round < 10; ++round) {
    uint64_t a = 0xD2511F53ULL * counter[0];
    uint64_t b = 0xCD9E8D57ULL * counter[2];
    counter = {high(b) ^ counter[1] ^ key[0], low(b), high(a) ^ counter[3] ^ key[1], low(a)};
    key[0] += 0x9E3779B9U;
    key[1] += 0xBB67AE85U;
  }
  return counter;
}

uint64_t hash_name(std::string_view name) {
  uint64_t hash = 0xcbf29ce484222325ULL;
  for (unsigned char byte : name) hash = (hash ^ byte) * 0x100000001b3ULL;
  return hash;
}

Random::Random(uint64_t seed, uint64_t stream) : key_{low(seed), high(seed)}, stream_(stream) {}

std::array<uint32_t, 4> Random::block(uint64_t index) const {
  return philox({low(index), high(index), low(stream_), high(stream_)}, key_);
}

uint64_t Random::bits(uint64_t element) const {
  auto words = block(element);
  return (uint64_t{words[0]} << 32) | words[1];
}

double Random::uniform(uint64_t element) const {
  return static_cast<double>(bits(element) >> 11) * 0x1p-53;
}

uint64_t Random::below(uint64_t element, uint64_t count) const {
  __extension__ using Wide = unsigned __int128;
  // The product's high word is uniform to within count / 2^64.
  return static_cast<uint64_t>((static_cast<Wide>(bits(element)) * count) >> 64);
}

Random Noise::at(std::string_view site) const {
  return Random(seed, mix(mix(hash_name(site), update), worker));
}

}  // namespace heed
