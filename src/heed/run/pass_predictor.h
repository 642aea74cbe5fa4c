// Runs one model or an ensemble of models that compute their output in one pass. Examples are batched by
// length; each batch is one pass.
#pragma once

#include <utility>
#include <vector>

#include "heed/data/schema.h"
#include "heed/run/pass.h"
#include "heed/run/predictor.h"
#include "heed/run/shared_pool.h"

namespace heed {

class PassPredictor : public Predictor {
 public:
  // The members must outlive the predictor. `schema` is the schema of the examples.
  PassPredictor(std::vector<const Pass*> members, const Schema& schema);
  // Throws OptionError if an option needs a search: beams, samples, prefixes.
  std::vector<RawOutput> predict(std::span<const Example> examples, const PredictOptions& options) override;

 private:
  std::vector<const Pass*> members_;
  Schema schema_;
  SharedPool pool_;
};

}  // namespace heed
