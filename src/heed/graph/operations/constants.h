// Numbers that are part of what an operation computes, for everything that computes it.
#pragma once

namespace heed::constants {

inline constexpr double kUnitSquares =
    1e-12;  // unit: added to the squares of a vector, so that zeros stay zeros
inline constexpr double kLayerNormVariance = 1e-6;  // layer_norm: added to the variance
inline constexpr double kWaveLength = 10000;        // add_positions: the base of the sinusoids' wavelengths
inline constexpr double kNeverScore = -1e8;     // score_location: of a position that the model has no row for
inline constexpr double kLeastWeights = 1e-30;  // normalise: the least sum that weights are divided by
inline constexpr double kLeastCopied = 1e-20;   // mix_copy: the least sum that copied weights are divided by

}  // namespace heed::constants
