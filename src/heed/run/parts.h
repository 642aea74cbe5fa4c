// Divides records into parts that are run together. A part has enough records to be sorted by length, but few
// enough that memory does not grow with the data.
#pragma once

#include <functional>
#include <vector>

#include "heed/run/runnable.h"

namespace heed {

// The limits of one part. It holds fewer records if each of them takes more memory.
struct PartLimits {
  std::size_t lines, bytes;
};
PartLimits part_limits(const PredictOptions& options);

// Predicts all records and returns the predictions without attention maps and alternatives. `visit` sees each
// complete prediction and the index of its record.
using VisitPrediction = std::function<void(std::size_t record, const Prediction& prediction)>;
std::vector<Prediction> predict_in_parts(Runnable& model, std::span<const Record> records,
                                         const PredictOptions& options, const VisitPrediction& visit);

}  // namespace heed
