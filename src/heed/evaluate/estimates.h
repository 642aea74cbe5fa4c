// Estimates scores of runs and variants with confidence intervals. Two things are random: which sentences the
// test has, and the seed that a variant was trained with.
//
// Sentences are resampled with replacement, in the same way for every run (paired bootstrap, Koehn 2004). A
// sample of a variant is the mean over its runs.
// Seeds: resampling few runs would show too little of their variance, (n − 1) / n of it on average. So a
// standard error is estimated from the n runs' scores on the whole test, √(s² / n), and each sample is moved
// by this error times a draw from Student's t distribution with n − 1 degrees of freedom. For a difference of
// variants a and b the standard error is √(s_a² / n_a + s_b² / n_b), with the degrees of freedom of Welch
// (1947, "The generalization of 'Student's' problem when several different population variances are
// involved"). If one of them has a single run, it is given the other's variance; if both have, seeds are not
// taken into account.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace heed {

inline constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();

// A score with its 95% interval.
struct Estimate {
  double value = kNoNumber, low = kNoNumber, high = kNoNumber;
};

// The difference from the baseline to a variant; not a number if they were not scored on the same sentences.
struct Difference : Estimate {
  // the probability of a difference at least this large in either direction if both are equally good
  double p = kNoNumber;
  bool of_seeds = false;  // whether the interval and p include the randomness of seeds
};

// The score of a run, on the test and on each bootstrap sample of its sentences.
struct SampledScore {
  double value = kNoNumber;
  std::vector<double> samples;
};

// The mean over the runs of one variant.
struct MeanScore : SampledScore {
  int64_t runs = 0;
  double variance = 0;  // variance of the runs' scores, estimated with n − 1; 0 if there is one run
};

// The mean has no samples if one of the runs has none.
MeanScore mean_of(std::span<const SampledScore* const> runs);

// The interval of a run accounts for the choice of sentences, that of a variant for sentences and seeds.
// `seed` determines the random draws.
Estimate estimate_of(const SampledScore& run);
Estimate estimate_of(const MeanScore& variant, uint64_t seed);
Difference difference_of(const MeanScore& variant, const MeanScore& baseline, uint64_t seed);

// Draws n numbers from Student's t distribution (Bailey 1994, "Polar generation of random variates with the
// t-distribution").
std::vector<double> draw_student_t(double degrees_of_freedom, std::size_t n, uint64_t seed);

}  // namespace heed
