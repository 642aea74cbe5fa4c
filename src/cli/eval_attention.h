// What `heed eval` says of attention: entropy and coverage of the model's own outputs; or, where a gold
// alignment is given, of the references that it links, scored as they stand, and how far the model's links
// agree with it. docs/scores.md has the definitions.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "heed/metrics/alignment_error.h"
#include "heed/show/alignment.h"
#include "heed/tasks/attention_numbers.h"
#include "heed/tasks/runnable.h"

namespace heed::cli {

struct AttentionFlags {
  bool attention = false;
  std::string gold, reading = name_of(Reading::one_to_many);
  int64_t gold_base = 0;
  static void fields(auto& o, auto&& f) {
    f("attention", o.attention, "also how widely attention is spread, and how much of the source it covers");
    f("gold", o.gold,
      "links of words that people made, 0-0 1?2 a line, plain or gzip: also the attention's alignment error "
      "rate; all these numbers are then of the references, not of the model's outputs");
    f("gold-base", o.gold_base, "number of a text's first word in that file", between(0, 1));
    f("reading", o.reading, "how weights become links, to be held against those", one_of(reading_names()));
  }
  bool wanted() const { return attention || !gold.empty(); }
};

// An OptionError for flags that mean nothing without another.
void require_consistent(const AttentionFlags& flags);
// Fails if numbers are asked for and there is no attention.
void require_attention(const Runnable& model, const AttentionFlags& flags);

// A line for each record, none if no file is given. An InputError if there are more or fewer, or if one links
// words that its record does not have.
struct Gold {
  std::vector<GoldLinks> lines;
  Reading reading = Reading::one_to_many;  // of what is held against them
};
Gold read_gold(const AttentionFlags& flags, std::span<const Record> records);

struct AttentionReport {
  AttentionNumbers numbers;
  std::optional<AlignmentScores> alignment;  // with gold
  std::string of, reading;                   // "outputs" or "references"
};

// Runs the model. Predictions come without their maps; with gold they are the references, scored as given.
struct MeasuredAttention {
  std::vector<Prediction> predictions;
  std::optional<AttentionReport> report;
};
MeasuredAttention measure_attention(Runnable& model, std::span<const Record> records, PredictOptions options,
                                    const Gold& gold, const BootstrapOptions& bootstrap);

std::string attention_text(const AttentionReport& report);
nlohmann::ordered_json attention_json(const AttentionReport& report);

}  // namespace heed::cli
