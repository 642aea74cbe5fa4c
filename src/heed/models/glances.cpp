#include "heed/models/glances.h"

#include <ATen/ATen.h>

namespace heed {

AttentionRows rows_of(const Glance& glance, int64_t row) {
  Tensor weights = glance.weights[row].to(at::kFloat).transpose(0, 1).contiguous();  // [T,H,W]
  AttentionRows rows{static_cast<int32_t>(weights.size(1)),
                     static_cast<int32_t>(weights.size(2)),
                     std::vector<int32_t>(static_cast<std::size_t>(weights.size(0))),
                     {weights.data_ptr<float>(), weights.data_ptr<float>() + weights.numel()}};
  if (glance.begin.defined()) {
    Tensor begin = glance.begin[row].to(at::kInt).contiguous();
    std::copy_n(begin.data_ptr<int32_t>(), rows.begin.size(), rows.begin.begin());
  }
  return rows;
}

void put_out(Recorder& recorder, const Glance& glance, const std::string& prefix,
             const AttentionBlock& block) {
  if (!glance.weights.defined()) return;
  recorder.output(prefix + "weights", glance.weights, Use::attention, block);
  if (glance.begin.defined()) recorder.output(prefix + "begin", glance.begin, Use::begin, block);
}

}  // namespace heed
