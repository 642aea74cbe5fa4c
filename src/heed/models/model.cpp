#include "heed/models/model.h"

#include <ATen/ATen.h>

namespace heed {

Tensor Loss::whole() const {
  return beside.defined() ? sum + beside : sum;
}

}  // namespace heed
