// How well word alignments agree with those that people made, where people were sure of some links S and
// thought others possible too, S ⊆ P (Och & Ney 2003, "A systematic comparison of various statistical
// alignment models"):
//
//   precision = |A∩P| / |A|,  recall = |A∩S| / |S|,  AER = 1 − (|A∩S| + |A∩P|) / (|A| + |S|)
//
// over the links A of the whole corpus. Where there is nothing to divide by, nothing is wrong: precision and
// recall are 100, the error rate is 0. Scores are × 100.
#pragma once

#include <span>
#include <string>

#include "heed/base/word_link.h"
#include "heed/metrics/bootstrap.h"

namespace heed {

struct AlignmentScores {
  Score error_rate, precision, recall;
};

// What a sentence adds: |A∩S|, |A∩P|, |A|, |S|. Links are sorted and have nothing twice.
Statistics alignment_statistics(std::span<const WordLink> links, const GoldLinks& gold);

// `settings` say in the signature where the links came from, "heads:mean|reading:one-to-one". An InputError
// if there is no sentence.
AlignmentScores alignment_scores(std::span<const Statistics> sentences, const std::string& settings,
                                 const BootstrapOptions& bootstrap = {});

}  // namespace heed
