// Numbers that are part of what an operation computes, for everything that computes it.
#pragma once

#include <cstdint>

namespace heed::constants {

// unit: added to the squares of a vector, so that zeros stay zeros.
inline constexpr double kUnitSquares = 1e-12;
// layer_norm: added to the variance.
inline constexpr double kLayerNormVariance = 1e-6;
// add_positions: the base of the sinusoids' wavelengths.
inline constexpr double kWaveLength = 10000;
// score_location: the score of a position that the model has no row for.
inline constexpr double kNeverScore = -1e8;
// normalise: the least sum that weights are divided by.
inline constexpr double kLeastWeights = 1e-30;
// mix_copy: the least sum that copied weights are divided by.
inline constexpr double kLeastCopied = 1e-20;
// linear_of_parts, linear_of_tokens: a part of the columns of W begins at a multiple of this.
inline constexpr int64_t kColumnStep = 4;
// linear_of_tokens, weigh_int8: how many floats take the space of one vector that is rounded to eight bits,
// with its scale behind it.
constexpr int64_t int8_vector_floats(int64_t width) {
  return (width + 3) / 4 + 1;
}

}  // namespace heed::constants
