// The parts of attention, forward and backward. Matrices are row-major and contiguous. A group is one head of
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

// Gradients are added to all pointers that are not null; dv is [A]. A score whose gradient is zero costs
// nothing.
struct AdditiveGradient {
  const float* scores;  // [groups,Tq,Tk]
  float *query, *key, *v, *feature;
};
void additive_backward(const AttentionShape& shape, const AdditiveScore& score, const AdditiveGradient& d);

// scores = scale · queryᵀ key
void dot_forward(const AttentionShape& shape, const float* query, const float* key, float scale,
                 float* scores);

// Turns rows of scores into weights: softmax over the allowed positions, zero elsewhere, and all zero if none
// is allowed. The mask of row r begins at allowed + (r / rows_a_mask) · columns, so that all rows of a
// sequence can share one.
struct SoftmaxRows {
  int64_t rows = 0, columns = 0;
  float scale = 1;
  const bool* allowed = nullptr;
  int64_t rows_a_mask = 1;
  const float* bias = nullptr;  // one row for each sequence, like the mask; added before scaling
  int64_t rows_a_bias = 1;
};
void softmax_forward(const SoftmaxRows& shape, const float* scores, float* weights);
// d_scores = scale · weights ⊙ (d − Σ d ⊙ weights)
void softmax_backward(const SoftmaxRows& shape, const float* weights, const float* d, float* d_scores);

// Σ_k weights_k values_k: [groups,Tq,Tk], [groups,Tk,D] → [groups,Tq,D]; `width` is D.
void weigh_forward(const AttentionShape& shape, const float* weights, const float* values, float* context);
// Like weigh_forward, for values rounded to eight bits in the layout of int8_vectors.h.
void weigh_int8_forward(const AttentionShape& shape, const float* weights, const std::byte* values,
                        float* context);
// Overwrites d_weights and d_values.
void weigh_backward(const AttentionShape& shape, const float* weights, const float* values, const float* d,
                    float* d_weights, float* d_values);

}  // namespace heed::kernels
