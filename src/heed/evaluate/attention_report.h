// Evaluates a model's attention on held-out data: entropy and coverage of the attention of its own outputs.
// If people have linked words of the references, the references are given to the model instead, and its links
// are compared with theirs. docs/scores.md has the definitions.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "heed/evaluate/attention_numbers.h"
#include "heed/metrics/alignment_error.h"
#include "heed/run/runnable.h"
#include "heed/show/alignment.h"

namespace heed {

// Links made by people, one list for each record, or none; and the reading that turns weights into links to
// compare with them.
struct Gold {
  std::vector<GoldLinks> lines;
  Reading reading = Reading::one_to_many;
};

struct AttentionReport {
  AttentionNumbers numbers;
  std::optional<AlignmentScores> alignment;  // only with gold links
  std::string of, reading;  // of: "outputs" or "references"; reading: the name of the reading
};

// Predictions have no maps. With gold links they are the references, scored as given.
struct MeasuredAttention {
  std::vector<Prediction> predictions;
  std::optional<AttentionReport> report;
};

// Runs the model, which must have attention from outputs to inputs.
MeasuredAttention measure_attention(Runnable& model, std::span<const Record> records, PredictOptions options,
                                    const Gold& gold, const BootstrapOptions& bootstrap);

}  // namespace heed
