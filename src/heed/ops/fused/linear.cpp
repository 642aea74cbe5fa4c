#include <algorithm>

#include "heed/kernels/loss.h"
#include "heed/ops/fused/autograd.h"
#include "heed/ops/fused/functions.h"
#include "heed/ops/fused/weights.h"

namespace heed::ops::fused {
namespace {

// Parameters are inputs of a function so that its output needs a gradient. Their own gradients are not
// returned but added directly.
struct LinearFunction : Function<LinearFunction> {
  static Tensor forward(AutogradContext* ctx, const Tensor& x, const Tensor& weight,
                        const c10::optional<Tensor>& maybe_bias, SharedWeight* shared) {
    Tensor bias = maybe_bias.value_or(Tensor());
    Tensor rows = x.reshape({-1, x.size(-1)}).contiguous();
    std::vector<int64_t> shape = x.sizes().vec();
    shape.back() = weight.size(0);
    Tensor y = at::empty({rows.size(0), weight.size(0)}, rows.options());
    if (bias.defined()) y.copy_(bias.expand_as(y));
    shared->forward(rows, y, bias.defined());
    ctx->save_for_backward({rows, bias});
    ctx->saved_data["weight"] = reinterpret_cast<int64_t>(shared);
    ctx->saved_data["shape"] = x.sizes().vec();
    return y.view(shape);
  }

  static variable_list backward(AutogradContext* ctx, variable_list gradients) {
    auto saved = ctx->get_saved_variables();
    auto* shared = reinterpret_cast<SharedWeight*>(ctx->saved_data["weight"].toInt());
    Tensor dy = gradients[0].reshape({saved[0].size(0), -1}).contiguous();
    shared->collect(dy, saved[0]);
    if (saved[1].defined()) add_bias_gradients({saved[1]}, dy);
    Tensor dx;
    if (ctx->needs_input_grad(0)) {
      dx = at::empty_like(saved[0]);
      shared->backward(dy, dx, false);
      dx = dx.view(ctx->saved_data["shape"].toIntVector());
    }
    return {dx, {}, {}, {}};
  }
};

struct EmbeddingFunction : Function<EmbeddingFunction> {
  static Tensor forward(AutogradContext* ctx, const Tensor& table, const Tensor& ids) {
    ctx->save_for_backward({table, ids});
    return at::embedding(table, ids);
  }

  static variable_list backward(AutogradContext* ctx, variable_list gradients) {
    auto saved = ctx->get_saved_variables();
    Tensor dy = gradients[0].contiguous(), ids = saved[1].contiguous();
    int64_t width = dy.size(-1);
    float* gradient = gradient_of(saved[0]).data_ptr<float>();
    const float* from = dy.data_ptr<float>();
    const int64_t* id = ids.data_ptr<int64_t>();
    for (int64_t i = 0; i < ids.numel(); ++i)
      kernels::add_columns(from + i * width, 1, width, 1, gradient + id[i] * width);
    return {{}, {}};
  }
};

// Only a few rows of logits are computed at a time, so that they are still in the cache when they are turned
// into gradients.
constexpr int64_t kBlock = 48;

struct OutputLossFunction : Function<OutputLossFunction> {
  static Tensor forward(AutogradContext* ctx, const Tensor& x, const Tensor& weight, const Tensor& bias,
                        const Tensor& targets, const Tensor& mask, double smoothing, SharedWeight* shared) {
    Tensor real = mask.nonzero().squeeze(1);  // padding costs nothing
    Tensor rows = real.size(0) == x.size(0) ? x.contiguous() : x.index_select(0, real);
    Tensor wanted = real.size(0) == x.size(0) ? targets.contiguous() : targets.index_select(0, real);
    Tensor gradient = at::empty({rows.size(0), weight.size(0)}, x.options());
    double sum = 0;
    for (int64_t begin = 0; begin < rows.size(0); begin += kBlock) {
      int64_t count = std::min(kBlock, rows.size(0) - begin);
      Tensor block = gradient.narrow(0, begin, count);
      shared->forward(rows.narrow(0, begin, count), block, false);
      sum += kernels::cross_entropy(block.data_ptr<float>(), bias.data_ptr<float>(), count, weight.size(0),
                                    wanted.data_ptr<int64_t>() + begin, smoothing);
    }
    ctx->save_for_backward({rows, gradient, real, bias});
    ctx->saved_data["weight"] = reinterpret_cast<int64_t>(shared);
    ctx->saved_data["all"] = x.size(0);
    return at::scalar_tensor(sum, x.options());
  }

  static variable_list backward(AutogradContext* ctx, variable_list gradients) {
    auto saved = ctx->get_saved_variables();
    Tensor rows = saved[0], gradient = saved[1], bias = saved[3];
    auto* shared = reinterpret_cast<SharedWeight*>(ctx->saved_data["weight"].toInt());
    auto factor = gradients[0].item<double>();
    if (factor != 1) gradient.mul_(factor);
    shared->keep(gradient, rows);
    add_bias_gradients({bias}, gradient);
    Tensor dx = at::empty_like(rows);
    shared->backward(gradient, dx, false);
    int64_t all = ctx->saved_data["all"].toInt();
    if (rows.size(0) != all) dx = at::zeros({all, dx.size(1)}, dx.options()).index_copy_(0, saved[2], dx);
    return {dx, {}, {}, {}, {}, {}, {}};
  }
};

}  // namespace

Tensor linear(Workspace& workspace, const Tensor& x, const Tensor& weight, const Tensor& bias) {
  return LinearFunction::apply(x, weight, c10::optional<Tensor>(bias), &workspace.weight(weight));
}

Tensor embedding(const Tensor& table, const Tensor& ids) {
  return EmbeddingFunction::apply(table, ids);
}

Tensor output_loss(Workspace& workspace, const Tensor& x, const Tensor& weight, const Tensor& bias,
                   const Tensor& targets, const Tensor& mask, double smoothing) {
  return OutputLossFunction::apply(x, weight, bias, targets, mask, smoothing, &workspace.weight(weight));
}

}  // namespace heed::ops::fused
