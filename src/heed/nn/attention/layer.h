// Attention as a layer of a model: from vectors of any width to a context, in three modules.
//   query:     q = s, or W₂ act(W₁ s) (a feed-forward module), which may also read the previous state
//   keys, values: the encoder's states, or the output of a feed-forward module for each
//   match:     attention with one head, or with H heads of width D/H, each with its own W_q, W_k, W_v, joined
//              by W_o (Vaswani 2017); dropout of weights; the query added to the context (residual)
#pragma once

#include <optional>
#include <string>
#include <variant>

#include "heed/nn/attention/attention.h"

namespace heed {

// Uses the vectors unchanged.
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
    f("width", o.width, "width of the hidden and the output layer", count_from(1));
    f("activation", o.activation, "of the hidden layer: tanh or relu", one_of({"tanh", "relu"}));
    f("previous", o.previous, "the query module also reads the previous state (luong)");
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
    f("heads", o.heads, "number of heads; several heads always have their own projections", between(1, 1024));
    f("project", o.project, "use projections W_q, W_k, W_v, W_o even with a single head");
    f("query", o.query, "module that turns a state into a query");
    f("key_value", o.key_value, "module that turns the encoder's states into keys and values");
    f("residual", o.residual, "add the query's state to the context");
  }
};

// Where the layer is used: the widths of queries and of attended states, and whether both are one sequence.
struct AttentionPlace {
  int64_t query = 0, key = 0;
  LooksFrom from = LooksFrom::steps;
  bool has_previous = false;               // whether the querying part has a previous state
  std::string option = "model.attention";  // the section of a recipe, for messages
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
  // One step of a decoder. State and previous state are [B,D]; the latter is used only if a module asks for
  // it.
  Output attend(const Tensor& state, const Tensor& previous, const Memory& memory, const Carry& carry,
                const StepNoise& noise) const;
  // Self-attention of a sequence: [B,T,D].
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

// Throws OptionError, with the reason, if a window or another part cannot be used in this place.
void require_fits(const AttentionOptions& options, LooksFrom from);

}  // namespace heed
