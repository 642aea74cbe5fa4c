// Evidence maps: how much each token of a text speaks for a class, for models whose class scores are sums
// over tokens. Evidence can be drawn like attention.
#pragma once

#include "heed/data/array.h"
#include "heed/show/attention_map.h"

namespace heed {

// `evidence` [tokens, classes] holds what each token adds to the score of each class. The map has one row,
// the label, and `columns` are the tokens. The value of a token is what it adds to class `number` beyond its
// mean over all classes, as a share of the sum of these values. Tokens that speak against the class have
// 0. Tokens beyond the evidence have no value.
AttentionMap evidence_map(const Array& evidence, std::size_t number, const Axis& label, const Axis& columns);

}  // namespace heed
