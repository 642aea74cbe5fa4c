// The parts of attention, forward and backward. Matrices are row-major without gaps. A group is one head of
// one sequence: queries [groups,Tq,A], keys [groups,Tk,A], scores [groups,Tq,Tk].
#pragma once

#include <cstddef>
#include <cstdint>

namespace heed::kernels {

struct AttentionShape {
  int64_t groups = 0, queries = 0, keys = 0, width = 0;
};

// scores = vᵀ tanh(query + key [+ feature]); feature [groups,Tk,A] may be null.
struct AdditiveScore {
  const float *query, *key, *v, *feature;
};
void additive_forward(const AttentionShape& shape, const AdditiveScore& score, float* scores);

// What is not null is added to; dv [A]. A score without gradient costs nothing.
struct AdditiveGradient {
  const float* scores;  // [groups,Tq,Tk]
  float *query, *key, *v, *feature;
};
void additive_backward(const AttentionShape& shape, const AdditiveScore& score, const AdditiveGradient& d);

// scores = scale · queryᵀ key
void dot_forward(const AttentionShape& shape, const float* query, const float* key, float scale,
                 float* scores);

// Rows of scores to weights: softmax over the positions that are allowed, zero elsewhere, all zero where none
// is. Row r's mask begins at allowed + (r / rows_a_mask) · columns if all rows of a sequence share one.
struct SoftmaxRows {
  int64_t rows = 0, columns = 0;
  float scale = 1;
  const bool* allowed = nullptr;
  int64_t rows_a_mask = 1;
  const float* bias = nullptr;  // a row a sequence, as the mask; added before the scale
  int64_t rows_a_bias = 1;
};
void softmax_forward(const SoftmaxRows& shape, const float* scores, float* weights);
// d_scores = scale · weights ⊙ (d − Σ d ⊙ weights)
void softmax_backward(const SoftmaxRows& shape, const float* weights, const float* d, float* d_scores);

// Σ_k weights_k values_k: [groups,Tq,Tk], [groups,Tk,D] → [groups,Tq,D]; `width` is D.
void weigh_forward(const AttentionShape& shape, const float* weights, const float* values, float* context);
// The weighted sum of values that are rounded to eight bits, as int8_vectors.h says how they lie.
void weigh_int8_forward(const AttentionShape& shape, const float* weights, const std::byte* values,
                        float* context);
// d_weights is written, d_values is written too.
void weigh_backward(const AttentionShape& shape, const float* weights, const float* values, const float* d,
                    float* d_weights, float* d_values);

}  // namespace heed::kernels
