// Every fused operation beside the plain one, forward and backward, on one thread: microseconds a call, and
// their ratio. The sizes are RNNsearch's, 32 rows.
//   heed-bench-kernels
#include <ATen/ATen.h>

#include <chrono>
#include <cstdio>
#include <functional>
#include <optional>
#include <vector>

#include "heed/kernels/update.h"
#include "heed/ops/attention.h"
#include "heed/ops/fused.h"
#include "heed/ops/normalise.h"
#include "heed/ops/ops.h"
#include "heed/ops/recurrent.h"
#include "heed/ops/threads.h"

namespace heed {
namespace {

constexpr int64_t kRows = 32, kLength = 13, kWidth = 512, kVocabulary = 8000;

Tensor leaf(std::vector<int64_t> shape) {
  Tensor tensor = (at::rand(shape) - 0.5).requires_grad_(true);
  tensor.mutable_grad() = at::zeros_like(tensor);
  return tensor;
}

double microseconds(const std::function<void()>& work) {
  auto now = [] { return std::chrono::steady_clock::now(); };
  work();
  double best = 1e12;
  for (int round = 0; round < 7; ++round) {
    auto start = now();
    int64_t times = 0;
    double spent = 0;
    do {
      work();
      ++times;
      spent = std::chrono::duration<double, std::micro>(now() - start).count();
    } while (spent < 50'000);
    best = std::min(best, spent / static_cast<double>(times));
  }
  return best;
}

void print(const char* name, double plain, double fused) {
  std::printf("| %-36s | %9.0f | %9.0f | %5.2f× |\n", name, plain, fused, plain / fused);
  std::fflush(stdout);
}

void compare(const char* name, const std::function<Tensor()>& loss) {
  ops::Workspace workspace;
  double plain = microseconds([&] { loss().backward(); });
  double fused = microseconds([&] {
    ops::Fused fast(workspace);
    loss().backward();
    fast.finish();
  });
  print(name, plain, fused);
}

ops::CellWeights cell_weights(int64_t gates, int64_t inputs) {
  return {leaf({gates * kWidth, inputs}),
          leaf({gates * kWidth, kWidth}),
          leaf({gates * kWidth}),
          leaf({gates * kWidth}),
          {}};
}

void compare_cells(const char* step_name, const char* unroll_name, ops::CellKind kind) {
  ops::CellWeights weights = cell_weights(ops::traits_of(kind).gates, kWidth);
  Tensor x = leaf({kRows, kLength, kWidth}), mask = at::ones({kRows, kLength}, at::kBool);
  auto steps = x.detach().transpose(0, 1).contiguous();
  compare(step_name, [&] {
    ops::CellState state;
    for (int64_t i = 0; i < ops::traits_of(kind).states; ++i) state.push_back(at::zeros({kRows, kWidth}));
    for (int64_t t = 0; t < kLength; ++t) state = ops::cell(kind, steps[t], state, weights);
    return state[0].sum();
  });
  compare(unroll_name, [&] { return ops::recurrent(kind, x, mask, {}, weights, false).outputs.sum(); });
}

void compare_adam() {
  constexpr int64_t kCount = 5'000'000;
  std::vector<float> w(kCount, 1), g(kCount, 0.1F), m(kCount), v(kCount);
  kernels::AdamStep step{0.9F, 0.999F, 1, 1e-3F, 1, 1e-8F, 1};
  double plain = microseconds([&] {
    for (std::size_t i = 0; i < w.size(); ++i) {
      m[i] = 0.9F * m[i] + 0.1F * g[i];
      v[i] = 0.999F * v[i] + 0.001F * g[i] * g[i];
      w[i] -= 1e-3F * m[i] / (std::sqrt(v[i]) + 1e-8F);
    }
  });
  print("Adam, 5 million weights", plain,
        microseconds([&] { kernels::adam(step, w.data(), g.data(), m.data(), v.data(), kCount); }));
}

void run() {
  use_one_math_thread();
  keep_freed_memory();
  std::printf(
      "| forward and backward, one thread     | plain, µs | fused, µs | ratio |\n|---|---|---|---|\n");
  Tensor weight = leaf({kWidth, kWidth}), bias = leaf({kWidth}), rows = leaf({kRows, kWidth});
  compare("linear, 32 rows, 13 steps", [&] {
    Tensor y = rows;
    for (int64_t t = 0; t < kLength; ++t) y = ops::linear(y, weight, bias);
    return y.sum();
  });
  compare_cells("LSTM, 13 steps of a decoder", "LSTM, unrolled over 13", ops::CellKind::lstm);
  compare_cells("GRU, 13 steps of a decoder", "GRU, unrolled over 13", ops::CellKind::gru);
  Tensor query = leaf({kRows, 1, 1, 256}), keys = leaf({kRows, 1, kLength, 256}), v = leaf({256});
  compare("additive score", [&] { return ops::score_additive(query, keys, v).sum(); });
  Tensor scores = leaf({kRows, 1, 1, kLength}), mask = at::ones({kRows, 1, 1, kLength}, at::kBool);
  compare("softmax under a mask", [&] { return ops::normalise_softmax(scores, mask, {}, 1).sum(); });
  Tensor values = leaf({kRows, 1, kLength, kWidth});
  compare("weighted sum", [&] { return ops::weigh(scores, values).sum(); });
  Tensor table = leaf({kVocabulary, 256});
  Tensor ids = at::randint(kVocabulary, {kRows, kLength}, at::kLong);
  compare("embedding", [&] { return ops::embedding(table, ids).sum(); });
  Tensor read = leaf({kRows * kLength, 256}), output_bias = leaf({kVocabulary});
  Tensor all = at::ones({kRows * kLength}, at::kBool), targets = ids.flatten();
  compare("output layer and loss",
          [&] { return ops::output_loss(read, table, output_bias, targets, all, 0.1); });
  compare_adam();
}

}  // namespace
}  // namespace heed

int main() {
  heed::run();
}
