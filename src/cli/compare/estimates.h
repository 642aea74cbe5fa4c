// Scores of runs and variants with how far chance may have moved them. Two things are left to chance: which
// sentences the test has, and from which seed a variant was trained.
//
// Sentences: they are drawn again with replacement, the same for every run (paired bootstrap, Koehn 2004). A
// variant's sample is the mean over its runs.
// Seeds: few runs drawn with replacement would show too little of their variance, (n − 1) / n of it on
// average. So a standard error is estimated from the n runs' scores on the whole test, √(s² / n), and each
// sample is moved by it times a draw from Student's t distribution with n − 1 degrees of freedom. For a
// difference of variants a and b the standard error is √(s_a² / n_a + s_b² / n_b), with the degrees of
// freedom of Welch (1947, "The generalization of 'Student's' problem when several different population
// variances are involved"). If one of them has a single run, it is given the other's variance; if both have,
// seeds are not taken into account.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace heed::cli {

inline constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();

// A score with its 95% interval.
struct Estimate {
  double value = kNoNumber, low = kNoNumber, high = kNoNumber;
};

// From the baseline to a variant; not a number if they were not scored on the same sentences.
struct Difference : Estimate {
  double p = kNoNumber;   // how likely a difference as great, up or down, is if both are equally good
  bool of_seeds = false;  // whether the chance of seeds is in the interval and in p
};

// A run's score, and its score in each bootstrap sample of the sentences.
struct SampledScore {
  double value = kNoNumber;
  std::vector<double> samples;
};

// The runs of one variant as one.
struct MeanScore : SampledScore {
  int64_t runs = 0;
  double variance = 0;  // of the runs' scores, estimated with n − 1; 0 if there is one run
};

// Without samples if one of the runs has none.
MeanScore mean_of(std::span<const SampledScore* const> runs);

// The interval of a run takes the choice of sentences into account; that of a variant sentences and seeds.
// `seed` determines what is drawn.
Estimate estimate_of(const SampledScore& run);
Estimate estimate_of(const MeanScore& variant, uint64_t seed);
Difference difference_of(const MeanScore& variant, const MeanScore& baseline, uint64_t seed);

// n numbers from Student's t distribution (Bailey 1994, "Polar generation of random variates with the
// t-distribution").
std::vector<double> draw_student_t(double degrees_of_freedom, std::size_t n, uint64_t seed);

}  // namespace heed::cli
