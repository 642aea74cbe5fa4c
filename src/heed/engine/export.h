// A model directory made into one packed file: its weights in the precision and the layout that the engine
// uses, with, if asked for, a shortlist out of the model's own alignments.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "heed/base/options.h"

#include "heed/data/record.h"
#include "heed/engine/model.h"
#include "heed/engine/shortlist.h"

namespace heed::engine {

struct ShortlistOptions {
  int64_t each = 50;       // target tokens of a source token
  int64_t frequent = 100;  // target tokens of every source
  static void fields(auto& o, auto&& f) {
    f("shortlist-each", o.each, "target tokens that a source token brings with it", between(1, 1'000'000));
    f("shortlist-frequent", o.frequent, "target tokens that are always there", between(0, 1'000'000));
  }
};

// Owns the arrays that a Shortlist view points to.
struct ShortlistArrays {
  std::vector<int32_t> always, begins, tokens;
  Shortlist view() const { return {always, begins, tokens}; }
};

// Links of tokens counted by the attention between each source and its given target: of each source token
// the targets that it got most of. An InputError if the model has no attention, or copies.
ShortlistArrays make_shortlist(EngineModel& model, std::span<const Record> records,
                               const ShortlistOptions& options);

// `model` was opened from a directory, in whatever precision. `shortlist`: null = none. Returns the size of
// the file in bytes.
std::size_t export_model(const EngineModel& model, const fs::path& file, Precision precision,
                         const ShortlistArrays* shortlist);

}  // namespace heed::engine
