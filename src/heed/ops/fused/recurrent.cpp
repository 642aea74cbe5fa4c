#include <algorithm>

#include "heed/kernels/cells.h"
#include "heed/ops/fused/autograd.h"
#include "heed/ops/fused/functions.h"
#include "heed/ops/fused/weights.h"

namespace heed::ops::fused {
namespace {

// The tensors of a step. An LSTM has one matrix of sums, `sums`; a GRU keeps U h' separately in `hidden`.
struct StepTensors {
  Tensor sums, hidden;        // [B,G·D]; after the forward step: what the backward step needs
  Tensor h_before, c_before;  // [B,D]
  Tensor h, c;
};

void step_forward(CellKind kind, const kernels::StepShape& shape, const StepTensors& s, SharedWeight& hidden,
                  const Tensor& bias, const Tensor& hidden_bias) {
  if (kind == CellKind::lstm) {
    hidden.forward(s.h_before, s.sums, true);
    kernels::lstm_forward(shape, {data(bias), data(hidden_bias), data(s.h_before), data(s.c_before),
                                  data(s.sums), data(s.h), data(s.c)});
  } else {
    hidden.forward(s.h_before, s.hidden, false);
    kernels::gru_forward(
        shape, {data(bias), data(hidden_bias), data(s.h_before), data(s.sums), data(s.hidden), data(s.h)});
  }
}

struct StateGradient {
  Tensor h, c;  // [B,D]; undefined = zero
};

// Replaces sums (and hidden) by their gradients and returns the gradient of the state before the step.
StateGradient step_backward(CellKind kind, const kernels::StepShape& shape, const StepTensors& s,
                            SharedWeight& hidden, const StateGradient& d) {
  StateGradient before;
  before.h = at::empty_like(s.h_before);
  if (kind == CellKind::lstm) {
    before.c = at::empty_like(s.c_before);
    kernels::lstm_backward(shape, {data(s.sums), data(s.c_before), data(s.c), data(d.h), data(d.c),
                                   data(s.sums), data(before.h), data(before.c)});
    hidden.backward(s.sums, before.h, true);
  } else {
    kernels::gru_backward(shape, {data(s.sums), data(s.hidden), data(s.h_before), data(d.h), data(s.sums),
                                  data(s.hidden), data(before.h)});
    hidden.backward(s.hidden, before.h, true);
  }
  return before;
}

// The kind of a cell and the workspace's records of its weights, which the forward pass stores in the
// autograd context for the backward pass.
struct SavedForBackward {
  CellKind kind;
  SharedWeight *input, *hidden;
  SharedCell* cell;

  void save(AutogradContext* ctx) const {
    ctx->saved_data["kept"] =
        std::vector<int64_t>{static_cast<int64_t>(kind), reinterpret_cast<int64_t>(input),
                             reinterpret_cast<int64_t>(hidden), reinterpret_cast<int64_t>(cell)};
  }
  static SavedForBackward load(AutogradContext* ctx) {
    auto words = ctx->saved_data["kept"].toIntVector();
    return {static_cast<CellKind>(words[0]), reinterpret_cast<SharedWeight*>(words[1]),
            reinterpret_cast<SharedWeight*>(words[2]), reinterpret_cast<SharedCell*>(words[3])};
  }
};

// Adds the gradients of both biases, which are the last of the saved tensors. `d_hidden` is given if U's sums
// have gradients of their own.
void add_biases(const variable_list& saved, const Tensor& d_sums, const Tensor& d_hidden) {
  if (!d_hidden.defined()) return add_bias_gradients({saved[6], saved[7]}, d_sums);
  add_bias_gradients({saved[6]}, d_sums);
  add_bias_gradients({saved[7]}, d_hidden);
}

struct CellFunction : Function<CellFunction> {
  static variable_list forward(AutogradContext* ctx, const Tensor& x, const Tensor& h,
                               const c10::optional<Tensor>& maybe_c, const Tensor& input,
                               const Tensor& hidden, const Tensor& bias, const Tensor& hidden_bias,
                               SavedForBackward kept) {
    const Tensor& c = *maybe_c;
    Tensor rows = x.contiguous();
    StepTensors s;
    s.h_before = h.contiguous();
    s.c_before = contiguous(c);
    s.sums = at::empty({x.size(0), input.size(0)}, x.options());
    kept.input->forward(rows, s.sums, false);
    s.h = at::empty_like(s.h_before);
    if (c.defined())
      s.c = at::empty_like(s.h);
    else
      s.hidden = at::empty({x.size(0), hidden.size(0)}, x.options());
    step_forward(kept.kind, {x.size(0), h.size(1), nullptr}, s, *kept.hidden, bias, hidden_bias);
    ctx->save_for_backward({rows, s.h_before, s.c_before, s.sums, s.hidden,
                            s.c.defined() ? s.c.detach() : s.c, bias, hidden_bias});
    ctx->set_materialize_grads(false);
    kept.save(ctx);
    return c.defined() ? variable_list{s.h, s.c} : variable_list{s.h};
  }

  static variable_list backward(AutogradContext* ctx, variable_list gradients) {
    auto saved = ctx->get_saved_variables();
    SavedForBackward kept = SavedForBackward::load(ctx);
    StepTensors s{saved[3], saved[4], saved[1], saved[2], {}, saved[5]};
    StateGradient d{contiguous(gradients[0]), gradients.size() > 1 ? contiguous(gradients[1]) : Tensor()};
    if (kept.kind != CellKind::lstm && !d.h.defined()) d.h = at::zeros_like(s.h_before);
    StateGradient before =
        step_backward(kept.kind, {s.h_before.size(0), s.h_before.size(1), nullptr}, s, *kept.hidden, d);
    kept.cell->collect(s.sums, s.hidden, saved[0], s.h_before);
    add_biases(saved, s.sums, s.hidden);
    Tensor dx;
    if (ctx->needs_input_grad(0)) {
      dx = at::empty_like(saved[0]);
      kept.input->backward(s.sums, dx, false);
    }
    return {dx, before.h, before.c, {}, {}, {}, {}, {}};
  }
};

// Runs all steps. sums [T,B,G·D] are ordered by time; in states [T+1,B,D] slot t is the state before step t,
// or after it in reverse.
struct UnrollFunction : Function<UnrollFunction> {
  struct Time {
    int64_t length;
    bool reverse;
    int64_t at(int64_t i) const { return reverse ? length - 1 - i : i; }
    int64_t before(int64_t t) const { return reverse ? t + 1 : t; }
    int64_t behind(int64_t t) const { return reverse ? t : t + 1; }
  };

  static StepTensors step_at(const variable_list& whole, const Time& time, int64_t t) {
    auto part = [](const Tensor& tensor, int64_t i) { return tensor.defined() ? tensor[i] : tensor; };
    return {part(whole[0], t),
            part(whole[1], t),
            part(whole[2], time.before(t)),
            part(whole[3], time.before(t)),
            part(whole[2], time.behind(t)),
            part(whole[3], time.behind(t))};
  }

  static variable_list forward(AutogradContext* ctx, const Tensor& x, const c10::optional<Tensor>& h,
                               const c10::optional<Tensor>& c, const Tensor& input, const Tensor& hidden,
                               const Tensor& bias, const Tensor& hidden_bias, const Tensor& mask,
                               bool reverse, SavedForBackward kept) {
    bool lstm = kept.kind == CellKind::lstm;
    int64_t rows = x.size(0), width = hidden.size(1);
    Time time{x.size(1), reverse};
    Tensor by_time = x.transpose(0, 1).contiguous(), present = mask.t().contiguous();
    Tensor sums = at::empty({time.length, rows, input.size(0)}, x.options());
    kept.input->forward(by_time.flatten(0, 1), sums.flatten(0, 1), false);
    Tensor from_hidden = lstm ? Tensor() : at::empty_like(sums);
    auto states = [&](const Tensor& first) {
      Tensor all = at::empty({time.length + 1, rows, width}, x.options());
      Tensor slot = all[time.before(time.at(0))];
      first.defined() ? slot.copy_(first) : slot.zero_();
      return all;
    };
    variable_list whole = {sums, from_hidden, states(*h), lstm ? states(*c) : Tensor()};
    Tensor outputs = at::empty({rows, time.length, width}, x.options());
    for (int64_t i = 0; i < time.length; ++i) {
      int64_t t = time.at(i);
      StepTensors s = step_at(whole, time, t);
      const bool* here = present.data_ptr<bool>() + t * rows;
      step_forward(kept.kind, {rows, width, here}, s, *kept.hidden, bias, hidden_bias);
      for (int64_t row = 0; row < rows; ++row) {
        float* to = data(outputs) + (row * time.length + t) * width;
        if (here[row])
          std::copy_n(data(s.h) + row * width, width, to);
        else
          std::fill_n(to, width, 0.0F);
      }
    }
    ctx->save_for_backward({sums, from_hidden, whole[2], whole[3], by_time, present, bias, hidden_bias});
    ctx->saved_data["reverse"] = reverse;
    ctx->saved_data["first"] = h->defined();
    ctx->set_materialize_grads(false);
    kept.save(ctx);
    int64_t last = time.behind(time.at(time.length - 1));
    variable_list made = {outputs, whole[2][last].clone()};
    if (lstm) made.push_back(whole[3][last].clone());
    return made;
  }

  static variable_list backward(AutogradContext* ctx, variable_list gradients) {
    variable_list saved = ctx->get_saved_variables();
    SavedForBackward kept = SavedForBackward::load(ctx);
    Tensor sums = saved[0], present = saved[5];
    int64_t rows = sums.size(1), width = saved[2].size(2);
    Time time{sums.size(0), ctx->saved_data["reverse"].toBool()};
    Tensor d_outputs = contiguous(gradients[0]);
    auto own = [&](const Tensor& d) {
      return d.defined() ? d.clone() : at::zeros({rows, width}, sums.options());
    };
    StateGradient d{own(gradients[1]), gradients.size() > 2 ? own(gradients[2]) : Tensor()};
    for (int64_t i = time.length - 1; i >= 0; --i) {
      int64_t t = time.at(i);
      const bool* here = present.data_ptr<bool>() + t * rows;
      if (d_outputs.defined()) add_outputs(d_outputs, t, here, d.h);
      d = step_backward(kept.kind, {rows, width, here}, step_at(saved, time, t), *kept.hidden, d);
    }
    Tensor d_sums = sums.flatten(0, 1), d_hidden = saved[1].defined() ? saved[1].flatten(0, 1) : d_sums;
    Tensor before = saved[2].narrow(0, time.reverse ? 1 : 0, time.length).flatten(0, 1);
    Tensor x = saved[4].flatten(0, 1);
    kept.input->keep(d_sums, x);
    kept.hidden->keep(d_hidden, before);
    add_biases(saved, d_sums, saved[1].defined() ? d_hidden : Tensor());
    Tensor dx;
    if (ctx->needs_input_grad(0)) {
      dx = at::empty_like(saved[4]);
      kept.input->backward(d_sums, dx.flatten(0, 1), false);
      dx = dx.transpose(0, 1);
    }
    if (!ctx->saved_data["first"].toBool()) d = {};
    return {dx, d.h, d.c, {}, {}, {}, {}, {}, {}, {}};
  }

  // The outputs of a step are the states of those rows that are present.
  static void add_outputs(const Tensor& d_outputs, int64_t t, const bool* here, const Tensor& dh) {
    int64_t length = d_outputs.size(1), width = d_outputs.size(2);
    for (int64_t row = 0; row < d_outputs.size(0); ++row) {
      if (!here[row]) continue;
      const float* from = data(d_outputs) + (row * length + t) * width;
      float* to = data(dh) + row * width;
      for (int64_t i = 0; i < width; ++i) to[i] += from[i];
    }
  }
};

SavedForBackward saved_for_backward(Workspace& workspace, CellKind kind, const CellWeights& weights) {
  return {kind, &workspace.weight(weights.input), &workspace.weight(weights.hidden),
          &workspace.cell(weights.input, weights.hidden)};
}

}  // namespace

bool has_cell(CellKind kind) {
  return kind == CellKind::lstm || kind == CellKind::gru;
}

CellState cell(Workspace& workspace, CellKind kind, const Tensor& x, const CellState& state,
               const CellWeights& weights) {
  return CellFunction::apply(x, state[0], c10::optional<Tensor>(state.size() > 1 ? state[1] : Tensor()),
                             weights.input, weights.hidden, weights.input_bias, weights.hidden_bias,
                             saved_for_backward(workspace, kind, weights));
}

Unrolled recurrent(Workspace& workspace, CellKind kind, const Tensor& x, const Tensor& mask,
                   const CellState& first, const CellWeights& weights, bool reverse) {
  auto state = [&](std::size_t i) { return c10::optional<Tensor>(i < first.size() ? first[i] : Tensor()); };
  variable_list made =
      UnrollFunction::apply(x, state(0), state(1), weights.input, weights.hidden, weights.input_bias,
                            weights.hidden_bias, mask, reverse, saved_for_backward(workspace, kind, weights));
  return {made[0], CellState(made.begin() + 1, made.end())};
}

}  // namespace heed::ops::fused
