// Attention as a layer of a model: from vectors of any width to a context, through three modules.
//   query:     q = s, or W₂ act(W₁ s) (a feed-forward module), beside which the previous state may stand
//   keys, values: the encoder's states, or a feed-forward module each
//   match:     attention with one head, or with H of width D/H, each with its own W_q, W_k, W_v, joined by
//              W_o (Vaswani 2017); dropout of weights; the query added to the context (residual)
#pragma once

#include <optional>
#include <string>
#include <variant>

#include "heed/nn/attention/attention.h"

namespace heed {

// The vectors themselves.
struct PlainModuleOptions {
  static constexpr const char* kType = "plain";
  static void fields(auto&, auto&&) {}
};

struct QueryModuleOptions {
  static constexpr const char* kType = "feed-forward";
  int64_t width = 256;
  std::string activation = "tanh";
  bool previous = false;
  static void fields(auto& o, auto&& f) {
    f("width", o.width, "width of its hidden and its output layer", count_from(1));
    f("activation", o.activation, "of the hidden layer: tanh or relu", one_of({"tanh", "relu"}));
    f("previous", o.previous, "the state before this one stands beside the query (luong)");
  }
};

struct KeyValueModuleOptions {
  static constexpr const char* kType = "feed-forward";
  int64_t width = 256;
  std::string activation = "tanh";
  static void fields(auto& o, auto&& f) {
    f("width", o.width, "width of the hidden layers, and of keys and values", count_from(1));
    f("activation", o.activation, "of the hidden layer: tanh or relu", one_of({"tanh", "relu"}));
  }
};

struct AttentionLayerOptions : AttentionOptions {
  int64_t heads = 1;
  bool project = false, residual = false;
  std::variant<PlainModuleOptions, QueryModuleOptions> query;
  std::variant<PlainModuleOptions, KeyValueModuleOptions> key_value;
  static void fields(auto& o, auto&& f) {
    AttentionOptions::fields(o, f);
    f("heads", o.heads, "how many heads; more than one have projections of their own", between(1, 1024));
    f("project", o.project, "projections W_q, W_k, W_v, W_o for a single head too");
    f("query", o.query, "what makes a query of a state");
    f("key_value", o.key_value, "what makes keys and values of the encoder's states");
    f("residual", o.residual, "add the query's state to the context");
  }
};

// Where the layer stands: the widths of what asks and of what is asked, and whether that is one sequence.
struct AttentionPlace {
  int64_t query = 0, key = 0;
  LooksFrom from = LooksFrom::steps;
  bool has_previous = false;  // whether the one that asks has a previous state to show
};

class AttentionLayer {
 public:
  AttentionLayer(const AttentionLayerOptions& options, const AttentionPlace& place, const Scope& scope);

  Memory remember(const Tensor& states, const Tensor& mask) const;  // [B,T,D], [B,T]
  Carry start(const Memory& memory) const { return attention_->start(memory); }

  struct Output {
    Tensor context;  // [B,C] of a step, [B,Tq,C] of a sequence
    Glance glance;
  };
  // One step of a decoder: state and previous state [B,D]; the latter is only read by a module that asks.
  Output attend(const Tensor& state, const Tensor& previous, const Memory& memory, const Carry& carry,
                const StepNoise& noise) const;
  // A sequence that looks at itself: [B,T,D].
  Output attend(const Tensor& states, const Memory& memory, const StepNoise& noise) const;

  int64_t width() const { return width_; }  // C

 private:
  Tensor context_of(const Tensor& joined, const Tensor& state) const;
  Tensor query_of(const Tensor& state, const Tensor& previous) const;

  int64_t heads_, width_ = 0;
  bool residual_, previous_ = false;
  std::optional<FeedForward> query_module_, key_module_, value_module_;
  std::optional<Linear> query_, key_, value_, output_;
  std::optional<Attention> attention_;
};

// Why a window or a part cannot be used there: an OptionError.
void require_fits(const AttentionOptions& options, LooksFrom from);

}  // namespace heed
