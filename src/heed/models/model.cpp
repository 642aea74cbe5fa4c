#include "heed/models/model.h"

#include <ATen/ATen.h>

#include "heed/run/pass_predictor.h"
#include "heed/run/search_predictor.h"

namespace heed {

Tensor Loss::whole() const {
  return beside.defined() ? sum + beside : sum;
}

std::unique_ptr<Predictor> make_predictor(const Model& model, const Task& task) {
  if (const Pass* pass = model.pass())
    return std::make_unique<PassPredictor>(std::vector<const Pass*>{pass}, task.schema());
  return std::make_unique<SearchPredictor>(std::vector<const Generator*>{model.generator()},
                                           task.search_tokens().value(), task.schema());
}

}  // namespace heed
