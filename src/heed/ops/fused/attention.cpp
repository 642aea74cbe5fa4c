#include "heed/kernels/attention.h"

#include "heed/ops/fused/autograd.h"
#include "heed/ops/fused/functions.h"
#include "heed/ops/fused/weights.h"

namespace heed::ops::fused {
namespace {

kernels::AttentionShape shape_of(const Tensor& query, const Tensor& keys) {
  return {query.size(0) * query.size(1), query.size(2), keys.size(2), keys.size(3)};
}

struct AdditiveFunction : Function<AdditiveFunction> {
  static Tensor forward(AutogradContext* ctx, const Tensor& query, const Tensor& keys, const Tensor& v,
                        const c10::optional<Tensor>& feature) {
    Tensor q = query.contiguous(), k = keys.contiguous(), f = contiguous(*feature);
    Tensor scores = at::empty({q.size(0), q.size(1), q.size(2), k.size(2)}, q.options());
    kernels::additive_forward(shape_of(q, k), {data(q), data(k), data(v), data(f)}, data(scores));
    ctx->save_for_backward({q, k, v, f});
    return scores;
  }

  static variable_list backward(AutogradContext* ctx, variable_list gradients) {
    auto saved = ctx->get_saved_variables();
    Tensor q = saved[0], k = saved[1], v = saved[2], f = saved[3], d = gradients[0].contiguous();
    Tensor dq = at::zeros_like(q), dk = at::zeros_like(k), df = f.defined() ? at::zeros_like(f) : Tensor();
    kernels::additive_backward(shape_of(q, k), {data(q), data(k), data(v), data(f)},
                               {data(d), data(dq), data(dk), data(gradient_of(v)), data(df)});
    return {dq, dk, {}, df};
  }
};

struct SoftmaxFunction : Function<SoftmaxFunction> {
  static Tensor forward(AutogradContext* ctx, const Tensor& scores, const Tensor& mask,
                        const c10::optional<Tensor>& maybe_bias, double scale) {
    Tensor bias = contiguous(*maybe_bias);
    Tensor from = scores.contiguous(), weights = at::empty_like(from), allowed = mask;
    kernels::softmax_forward(rows_of(from, allowed, bias, scale), data(from), data(weights));
    ctx->save_for_backward({weights.detach(), bias});
    ctx->saved_data["scale"] = scale;
    return weights;
  }

  static variable_list backward(AutogradContext* ctx, variable_list gradients) {
    auto saved = ctx->get_saved_variables();
    Tensor weights = saved[0], d = gradients[0].contiguous(), d_scores = at::empty_like(d);
    kernels::SoftmaxRows shape{weights.numel() / weights.size(-1), weights.size(-1),
                               static_cast<float>(ctx->saved_data["scale"].toDouble())};
    kernels::softmax_backward(shape, data(weights), data(d), data(d_scores));
    Tensor d_bias = saved[1].defined() ? d_scores.sum({1, 2}) : Tensor();
    return {d_scores, {}, d_bias, {}};
  }

  // Scores are [B,H,Tq,Tk]; the mask is [B,1,1,Tk] or [B,1,Tq,Tk], and in the latter case there is one for
  // each row.
  static kernels::SoftmaxRows rows_of(const Tensor& scores, Tensor& mask, const Tensor& bias, double scale) {
    int64_t heads = scores.size(1), queries = scores.size(2), columns = scores.size(3);
    bool shared = mask.size(1) == 1 && mask.size(2) == 1;
    mask = (shared ? mask : mask.expand(scores.sizes())).contiguous();
    return {scores.size(0) * heads * queries,
            columns,
            static_cast<float>(scale),
            mask.data_ptr<bool>(),
            shared ? heads * queries : 1,
            data(bias),
            heads * queries};
  }
};

struct WeighFunction : Function<WeighFunction> {
  static Tensor forward(AutogradContext* ctx, const Tensor& weights, const Tensor& values) {
    Tensor w = weights.contiguous(), v = values.contiguous();
    Tensor context = at::empty({w.size(0), w.size(1), w.size(2), v.size(3)}, w.options());
    kernels::weigh_forward(shape_of(w, v), data(w), data(v), data(context));
    ctx->save_for_backward({w, v});
    return context;
  }

  static variable_list backward(AutogradContext* ctx, variable_list gradients) {
    auto saved = ctx->get_saved_variables();
    Tensor d = gradients[0].contiguous(), dw = at::empty_like(saved[0]), dv = at::empty_like(saved[1]);
    kernels::weigh_backward(shape_of(saved[0], saved[1]), data(saved[0]), data(saved[1]), data(d), data(dw),
                            data(dv));
    return {dw, dv};
  }
};

}  // namespace

Tensor score_additive(const Tensor& query, const Tensor& keys, const Tensor& v, const Tensor& feature) {
  return AdditiveFunction::apply(query, keys, v, c10::optional<Tensor>(feature));
}

Tensor normalise_softmax(const Tensor& scores, const Tensor& mask, const Tensor& bias, double scale) {
  return SoftmaxFunction::apply(scores, mask, c10::optional<Tensor>(bias), scale);
}

Tensor weigh(const Tensor& weights, const Tensor& values) {
  return WeighFunction::apply(weights, values);
}

}  // namespace heed::ops::fused
