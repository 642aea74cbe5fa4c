// Agreement of word alignments with those of people, who marked some links as sure (S) and others as
// possible, with S ⊆ P (Och & Ney 2003, "A systematic comparison of various statistical alignment models"):
//
//   precision = |A∩P| / |A|,  recall = |A∩S| / |S|,  AER = 1 − (|A∩S| + |A∩P|) / (|A| + |S|)
//
// over the links A of the whole corpus. If a divisor is zero, precision and recall are 100 and the error rate
// is 0. Scores are × 100.
#pragma once

#include <span>
#include <string>

#include "heed/base/word_link.h"
#include "heed/metrics/bootstrap.h"

namespace heed {

struct AlignmentScores {
  Score error_rate, precision, recall;
};

// What a sentence adds: |A∩S|, |A∩P|, |A|, |S|. Links must be sorted and without duplicates.
Statistics alignment_statistics(std::span<const WordLink> links, const GoldLinks& gold);

// `settings` tell in the signature where the links came from, "heads:mean|reading:one-to-one". Throws
// InputError if there are no sentences.
AlignmentScores alignment_scores(std::span<const Statistics> sentences, const std::string& settings,
                                 const BootstrapOptions& bootstrap = {});

}  // namespace heed
