#include "heed/search/options.h"

namespace heed {

int64_t search_width(const SearchOptions& options) {
  return options.samples > 0 ? options.samples : options.beam;
}

int64_t search_results(const SearchOptions& options) {
  return options.samples > 0 ? options.samples : options.n_best;
}

void require_valid(const SearchOptions& options) {
  if (options.min_length > options.max_length) {
    throw OptionError("search.min_length: expected at most search.max_length (" +
                      std::to_string(options.max_length) + "), found " + std::to_string(options.min_length));
  }
  if (options.samples > 0 || options.n_best <= options.beam) return;
  throw OptionError("search.n_best: expected at most search.beam (" + std::to_string(options.beam) +
                    "), found " + std::to_string(options.n_best) + "; widen the beam");
}

}  // namespace heed
