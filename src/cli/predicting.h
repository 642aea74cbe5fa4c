// What the verbs that predict have in common.
#pragma once

#include <string>
#include <vector>

#include "heed/models/saved_model.h"
#include "heed/show/attention_map.h"

namespace heed::cli {

// The model's own search options, with `beam` in place of theirs where it is given (not 0).
PredictOptions predict_options(const SavedModel& model, int64_t beam);

// The prediction with its pictures, as the writers of show/ take it.
Shown shown(const Record& record, const Prediction& prediction);

// Fails before any work if an attention file of this name could not be written; "" is no file.
void require_attention_file(const std::string& file);

// A line a score, or one JSON object.
std::string scores_text(std::span<const Score> scores);
std::string scores_json(std::span<const Score> scores);

}  // namespace heed::cli
