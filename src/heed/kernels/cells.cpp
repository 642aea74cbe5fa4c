#include "heed/kernels/cells.h"

#include <algorithm>

#include "heed/kernels/simd.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "heed/kernels/cells.cpp"
#include <hwy/foreach_target.h>

#include "heed/kernels/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace heed::kernels::HWY_NAMESPACE {

HWY_INLINE bool is_present(const StepShape& shape, int64_t row) {
  return shape.present == nullptr || shape.present[row];
}

void lstm_forward_rows(const StepShape& shape, const LstmForward& s) {
  int64_t width = shape.width;
  for (int64_t row = 0; row < shape.rows; ++row) {
    float *gates = s.gates + row * 4 * width, *h = s.h + row * width, *c = s.c + row * width;
    const float* c_before = s.c_before + row * width;
    if (!is_present(shape, row)) {
      std::copy_n(s.h_before + row * width, width, h);
      std::copy_n(c_before, width, c);
      continue;
    }
    each(width, [&](auto d, int64_t i) HWY_ATTR {
      auto sum = [&](int64_t gate) HWY_ATTR {
        int64_t at = gate * width + i;
        return hn::Add(hn::LoadU(d, gates + at),
                       hn::Add(hn::LoadU(d, s.bias + at), hn::LoadU(d, s.hidden_bias + at)));
      };
      auto in = sigmoid(d, sum(0)), forget = sigmoid(d, sum(1));
      auto candidate = tanh(d, sum(2)), out = sigmoid(d, sum(3));
      auto memory = hn::MulAdd(forget, hn::LoadU(d, c_before + i), hn::Mul(in, candidate));
      hn::StoreU(in, d, gates + i);
      hn::StoreU(forget, d, gates + width + i);
      hn::StoreU(candidate, d, gates + 2 * width + i);
      hn::StoreU(out, d, gates + 3 * width + i);
      hn::StoreU(memory, d, c + i);
      hn::StoreU(hn::Mul(out, tanh(d, memory)), d, h + i);
    });
  }
}

void lstm_backward_rows(const StepShape& shape, const LstmBackward& s) {
  int64_t width = shape.width;
  for (int64_t row = 0; row < shape.rows; ++row) {
    const float* gates = s.gates + row * 4 * width;
    float* d_sums = s.d_sums + row * 4 * width;
    int64_t begin = row * width;
    bool present = is_present(shape, row);
    if (!present) std::fill_n(d_sums, 4 * width, 0.0F);
    each(width, [&](auto d, int64_t i) HWY_ATTR {
      auto zero = hn::Zero(d), one = hn::Set(d, 1.0F);
      auto dh = s.dh ? hn::LoadU(d, s.dh + begin + i) : zero;
      auto dc = s.dc ? hn::LoadU(d, s.dc + begin + i) : zero;
      if (!present) {
        hn::StoreU(dh, d, s.dh_before + begin + i);
        hn::StoreU(dc, d, s.dc_before + begin + i);
        return;
      }
      auto in = hn::LoadU(d, gates + i), forget = hn::LoadU(d, gates + width + i);
      auto candidate = hn::LoadU(d, gates + 2 * width + i), out = hn::LoadU(d, gates + 3 * width + i);
      auto bounded = tanh(d, hn::LoadU(d, s.c + begin + i));
      auto d_memory = hn::MulAdd(hn::Mul(dh, out), hn::NegMulAdd(bounded, bounded, one), dc);
      auto slope = [&](auto gate) HWY_ATTR { return hn::Mul(gate, hn::Sub(one, gate)); };
      auto c_before = hn::LoadU(d, s.c_before + begin + i);
      hn::StoreU(hn::Mul(hn::Mul(d_memory, candidate), slope(in)), d, d_sums + i);
      hn::StoreU(hn::Mul(hn::Mul(d_memory, c_before), slope(forget)), d, d_sums + width + i);
      hn::StoreU(hn::Mul(hn::Mul(d_memory, in), hn::NegMulAdd(candidate, candidate, one)), d,
                 d_sums + 2 * width + i);
      hn::StoreU(hn::Mul(hn::Mul(dh, bounded), slope(out)), d, d_sums + 3 * width + i);
      hn::StoreU(hn::Mul(d_memory, forget), d, s.dc_before + begin + i);
      hn::StoreU(zero, d, s.dh_before + begin + i);
    });
  }
}

void gru_forward_rows(const StepShape& shape, const GruForward& s) {
  int64_t width = shape.width;
  for (int64_t row = 0; row < shape.rows; ++row) {
    float *input = s.input + row * 3 * width, *hidden = s.hidden + row * 3 * width, *h = s.h + row * width;
    const float* h_before = s.h_before + row * width;
    if (!is_present(shape, row)) {
      std::copy_n(h_before, width, h);
      continue;
    }
    each(width, [&](auto d, int64_t i) HWY_ATTR {
      auto from_input = [&](int64_t gate) HWY_ATTR {
        return hn::Add(hn::LoadU(d, input + gate * width + i), hn::LoadU(d, s.bias + gate * width + i));
      };
      auto from_hidden = [&](int64_t gate) HWY_ATTR {
        return hn::Add(hn::LoadU(d, hidden + gate * width + i),
                       hn::LoadU(d, s.hidden_bias + gate * width + i));
      };
      auto reset = sigmoid(d, hn::Add(from_input(0), from_hidden(0)));
      auto update = sigmoid(d, hn::Add(from_input(1), from_hidden(1)));
      auto before = from_hidden(2);
      auto candidate = tanh(d, hn::MulAdd(reset, before, from_input(2)));
      hn::StoreU(before, d, hidden + 2 * width + i);
      hn::StoreU(reset, d, input + i);
      hn::StoreU(update, d, input + width + i);
      hn::StoreU(candidate, d, input + 2 * width + i);
      hn::StoreU(hn::MulAdd(update, hn::Sub(hn::LoadU(d, h_before + i), candidate), candidate), d, h + i);
    });
  }
}

void gru_backward_rows(const StepShape& shape, const GruBackward& s) {
  int64_t width = shape.width;
  for (int64_t row = 0; row < shape.rows; ++row) {
    const float *input = s.input + row * 3 * width, *hidden = s.hidden + row * 3 * width;
    float *d_input = s.d_input + row * 3 * width, *d_hidden = s.d_hidden + row * 3 * width;
    const float *dh_row = s.dh + row * width, *h_before = s.h_before + row * width;
    float* dh_before = s.dh_before + row * width;
    if (!is_present(shape, row)) {
      std::fill_n(d_input, 3 * width, 0.0F);
      std::fill_n(d_hidden, 3 * width, 0.0F);
      std::copy_n(dh_row, width, dh_before);
      continue;
    }
    each(width, [&](auto d, int64_t i) HWY_ATTR {
      auto one = hn::Set(d, 1.0F), dh = hn::LoadU(d, dh_row + i);
      auto reset = hn::LoadU(d, input + i), update = hn::LoadU(d, input + width + i);
      auto candidate = hn::LoadU(d, input + 2 * width + i);
      auto before = hn::LoadU(d, hidden + 2 * width + i);
      auto slope = [&](auto gate) HWY_ATTR { return hn::Mul(gate, hn::Sub(one, gate)); };
      auto d_candidate = hn::Mul(hn::Mul(dh, hn::Sub(one, update)), hn::NegMulAdd(candidate, candidate, one));
      auto d_update = hn::Mul(hn::Mul(dh, hn::Sub(hn::LoadU(d, h_before + i), candidate)), slope(update));
      auto d_reset = hn::Mul(hn::Mul(d_candidate, before), slope(reset));
      hn::StoreU(d_reset, d, d_input + i);
      hn::StoreU(d_reset, d, d_hidden + i);
      hn::StoreU(d_update, d, d_input + width + i);
      hn::StoreU(d_update, d, d_hidden + width + i);
      hn::StoreU(d_candidate, d, d_input + 2 * width + i);
      hn::StoreU(hn::Mul(d_candidate, reset), d, d_hidden + 2 * width + i);
      hn::StoreU(hn::Mul(dh, update), d, dh_before + i);
    });
  }
}

}  // namespace heed::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace heed::kernels {

HWY_EXPORT(lstm_forward_rows);
HWY_EXPORT(lstm_backward_rows);
HWY_EXPORT(gru_forward_rows);
HWY_EXPORT(gru_backward_rows);

void lstm_forward(const StepShape& shape, const LstmForward& step) {
  settle_simd();
  HWY_DYNAMIC_DISPATCH(lstm_forward_rows)(shape, step);
}

void lstm_backward(const StepShape& shape, const LstmBackward& step) {
  settle_simd();
  HWY_DYNAMIC_DISPATCH(lstm_backward_rows)(shape, step);
}

void gru_forward(const StepShape& shape, const GruForward& step) {
  settle_simd();
  HWY_DYNAMIC_DISPATCH(gru_forward_rows)(shape, step);
}

void gru_backward(const StepShape& shape, const GruBackward& step) {
  settle_simd();
  HWY_DYNAMIC_DISPATCH(gru_backward_rows)(shape, step);
}

}  // namespace heed::kernels
#endif
