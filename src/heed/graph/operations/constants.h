// Constants of operations, shared by all code that computes them.
#pragma once

#include <cstdint>

namespace heed::constants {

// unit: added to the squares of a vector, so that zeros stay zeros.
inline constexpr double kUnitSquares = 1e-12;
// layer_norm: added to the variance.
inline constexpr double kLayerNormVariance = 1e-6;
// add_positions: the base of the sinusoids' wavelengths.
inline constexpr double kWaveLength = 10000;
// score_location: the score of a position for which the model has no row.
inline constexpr double kNeverScore = -1e8;
// normalise: the smallest sum that weights are divided by.
inline constexpr double kLeastWeights = 1e-30;
// mix_copy: the smallest sum that copied weights are divided by.
inline constexpr double kLeastCopied = 1e-20;
// linear_of_parts, linear_of_tokens: the first column of a part of W is a multiple of this.
inline constexpr int64_t kColumnStep = 4;
// linear_of_tokens, weigh_int8: the space, in floats, of one vector rounded to eight bits, followed by its
// scale.
constexpr int64_t int8_vector_floats(int64_t width) {
  return (width + 3) / 4 + 1;
}

}  // namespace heed::constants
