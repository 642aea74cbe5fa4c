// Converts attention from tensors to plain numbers, and declares it as outputs of a recorded graph.
#pragma once

#include <string>

#include "heed/base/attention_block.h"
#include "heed/nn/attention/types.h"
#include "heed/ops/recorder.h"
#include "heed/search/hypothesis.h"

namespace heed {

// The attention of one row of a batch, padding included.
AttentionRows rows_of(const Glance& glance, int64_t row);

// Declares the weights of a glance, if it has any, as outputs `<prefix>weights` and `<prefix>begin` of the
// graph.
void put_out(Recorder& recorder, const Glance& glance, const std::string& prefix,
             const AttentionBlock& block);

}  // namespace heed
