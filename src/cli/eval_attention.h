// The flags of `heed eval` about attention, and the output of what evaluate/attention_report.h computes.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "heed/evaluate/attention_report.h"

namespace heed::cli {

struct AttentionFlags {
  bool attention = false;
  std::string gold, reading = name_of(Reading::one_to_many);
  int64_t gold_base = 0;
  static void fields(auto& o, auto&& f) {
    f("attention", o.attention,
      "also print how widely attention is spread, and how much of the source it covers");
    f("gold", o.gold,
      "file of word links made by people (0-0 1?2), plain or gzip: also print the alignment error rate of "
      "the "
      "attention; all attention numbers are then for the references, not for the model's outputs");
    f("gold-base", o.gold_base, "number of the first word of a text in that file", between(0, 1));
    f("reading", o.reading, "how attention weights become links, which are compared with these",
      one_of(reading_names()));
  }
  bool wanted() const { return attention || !gold.empty(); }
};

// Throws OptionError for flags that need another flag.
void require_consistent(const AttentionFlags& flags);
// Throws an error if attention statistics are asked for but the model has no attention.
void require_attention(const Runnable& model, const AttentionFlags& flags);

// Reads the file that --gold names; no links if there is none. Throws InputError if the file has more or
// fewer lines than there are records, or if a line links words that its record does not have.
Gold read_gold(const AttentionFlags& flags, std::span<const Record> records);

std::string attention_text(const AttentionReport& report);
nlohmann::ordered_json attention_json(const AttentionReport& report);

}  // namespace heed::cli
