#include "heed/search/options.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "heed/base/quoted.h"

namespace heed {
namespace {

double weight_of(const std::string& text) {
  double weight = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), weight);
  if (error == std::errc() && end == text.data() + text.size() && std::isfinite(weight) && weight >= 0)
    return weight;
  throw OptionError("search.weights: expected numbers of at least 0, found " + in_quotes(text));
}

}  // namespace

std::vector<double> member_weights(const SearchOptions& options, std::size_t models) {
  if (options.weights.empty()) return std::vector<double>(models, 1.0);
  if (options.weights.size() != models) {
    throw OptionError("search.weights: expected " + std::to_string(models) + ", one for each model, found " +
                      std::to_string(options.weights.size()));
  }
  std::vector<double> weights;
  for (const std::string& text : options.weights) weights.push_back(weight_of(text));
  if (*std::max_element(weights.begin(), weights.end()) > 0) return weights;
  throw OptionError("search.weights: expected at least one above 0, found that all are 0");
}

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
