// Functions of single numbers and of rows. The result may overwrite the input.
#pragma once

#include <cstdint>

namespace heed::kernels {

void tanh(const float* x, int64_t count, float* y);
void sigmoid(const float* x, int64_t count, float* y);
void relu(const float* x, int64_t count, float* y);
void add(const float* x, int64_t count, float* y);  // y += x
void log(const float* x, int64_t count, float* y);

// The first i ≥ `from` with x[i] ≥ least; `count` if there is none.
int64_t next_at_least(const float* x, int64_t from, int64_t count, float least);

void softmax(const float* x, int64_t count, float* y);  // for one row
void log_softmax(const float* x, int64_t rows, int64_t columns, float* y);
// (x − mean) / deviation · gain + bias, of each row.
void layer_norm(const float* x, int64_t rows, int64_t columns, const float* gain, const float* bias,
                float* y);

}  // namespace heed::kernels
