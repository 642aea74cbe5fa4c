// Exports a model directory as one packed file: its weights in the precision and layout that the engine uses
// and, optionally, a shortlist derived from the model's own alignments.
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
  int64_t each = 50;       // target tokens for each source token
  int64_t frequent = 100;  // target tokens that are in every list
  static void fields(auto& o, auto&& f) {
    f("shortlist-each", o.each, "likely target tokens for each source token", between(1, 1'000'000));
    f("shortlist-frequent", o.frequent, "frequent target tokens that are in every list",
      between(0, 1'000'000));
  }
};

// Owns the arrays that a Shortlist view points to.
struct ShortlistArrays {
  std::vector<int32_t> always, begins, tokens;
  Shortlist view() const { return {always, begins, tokens}; }
};

// Makes a shortlist from the attention between each source and its given target: the target tokens that each
// source token is linked to most. Throws InputError if the model has no attention, or copies.
ShortlistArrays make_shortlist(EngineModel& model, std::span<const Record> records,
                               const ShortlistOptions& options);

// Writes the packed file and returns its size in bytes. `model` must have been opened from a directory, in
// any precision. A null `shortlist` means none.
std::size_t export_model(const EngineModel& model, const fs::path& file, Precision precision,
                         const ShortlistArrays* shortlist);

}  // namespace heed::engine
