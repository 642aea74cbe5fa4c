#include "heed/engine/operations.h"

#include "heed/base/error.h"

namespace heed::engine {
namespace {

Makers all_makers() {
  Makers all;
  for (auto group : {pointwise_makers, sequence_makers, product_makers, early_value_makers, attention_makers,
                     normalise_makers, window_makers, gathered_window_makers, output_makers})
    all.merge(group());
  return all;
}

}  // namespace

Maker maker_of(const std::string& op) {
  static const Makers makers = all_makers();
  auto found = makers.find(op);
  if (found != makers.end()) return found->second;
  throw InputError("the model's graph has an operation '" + op.substr(0, 60) +
                   "' that this heed does not know; it was written by a newer one, or is damaged");
}

}  // namespace heed::engine
