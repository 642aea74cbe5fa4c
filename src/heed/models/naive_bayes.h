// Naive Bayes over n-grams of tokens, a model without gradients: its parameters are counts from one pass over
// the data.
//
//   log p(c | x) = log softmax_c(log p(c) + Σ_g log p(g | c)),   p(g | c) = (n_gc + α) / (n_c + α · |G|)
//
// The sum is over the n-grams g of x of 1 to `order` tokens. n_gc counts g in the texts of class c, n_c
// counts all n-grams there, and G is the set of n-grams in the training data. Other n-grams are ignored.
// N-grams are hashed into a table (graph/operations/ngram_hash.h).
#pragma once

#include <memory>

#include "heed/base/options.h"
#include "heed/models/model.h"

namespace heed {

struct NaiveBayesOptions {
  static constexpr const char* kType = "naive-bayes";
  int64_t order = 2, table = 262'144;
  double smoothing = 1.0;
  static void fields(auto& o, auto&& f) {
    f("order", o.order, "length of the longest n-grams, in tokens", between(1, 16));
    f("table", o.table, "rows of the table that n-grams are hashed into", between(2, 1 << 28));
    f("smoothing", o.smoothing, "α, added to every count", between(1e-6, 1000.0));
  }
  bool attends() const { return true; }
  std::unique_ptr<Model> make(const Task& task, const Scope& scope) const;
};

}  // namespace heed
