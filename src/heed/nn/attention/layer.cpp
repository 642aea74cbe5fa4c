#include "heed/nn/attention/layer.h"

#include <ATen/ATen.h>

#include "heed/base/error.h"

namespace heed {
namespace {

void require_heads_fit(int64_t width, int64_t heads, const AttentionPlace& place) {
  if (width % heads == 0) return;
  std::string where = place.from == LooksFrom::itself ? "model.encoder.attention" : place.option;
  throw OptionError(where + ".heads: expected a divisor of the query's width " + std::to_string(width) +
                    ", found " + std::to_string(heads));
}

void require_one_width_for_residual(int64_t state, int64_t context, const AttentionPlace& place) {
  if (state == context) return;
  throw OptionError(
      place.option + ".residual: a query can be added only to a context as wide as itself, found " +
      std::to_string(state) + " and " + std::to_string(context) + "; make encoder and decoder equally wide");
}

}  // namespace

void require_fits(const AttentionOptions& options, LooksFrom from) {
  auto [type, window] =
      std::visit([](const auto& o) { return std::pair(std::string(o.kType), o.kFrom); }, options.window);
  if (window == LooksFrom::itself && from == LooksFrom::steps) {
    throw OptionError("model.attention.window: " + type +
                      " compares the positions of one sequence, and would leave the source behind when the "
                      "output is longer; in a decoder use local-m");
  }
  if (from == LooksFrom::steps) return;
  auto refuse = [](const std::string& what) {
    throw OptionError("model.encoder.attention: " + what +
                      " follows the steps of a decoder; an encoder looks at all positions at once");
  };
  if (window == LooksFrom::steps) refuse("window " + type);
  if (std::holds_alternative<LocationAwareOptions>(options.score)) refuse("score location-aware");
  if (options.coverage.feature || options.coverage.loss > 0) refuse("coverage");
  if (std::holds_alternative<HardOptions>(options.normaliser))
    refuse("normaliser hard is trained by the reward of each step; it");
}

AttentionLayer::AttentionLayer(const AttentionLayerOptions& options, const AttentionPlace& place,
                               const Scope& scope)
    : heads_(options.heads), residual_(options.residual) {
  require_fits(options, place.from);
  int64_t query = place.query, key = place.key;
  if (const auto* module = std::get_if<QueryModuleOptions>(&options.query)) {
    query_module_.emplace(scope / "query_module", query, module->width, module->width, module->activation);
    previous_ = module->previous;
    if (previous_ && !place.has_previous) {
      throw OptionError(place.option +
                        ".query.previous: the query of this decoder or encoder is the previous state, or has "
                        "none; use luong, or previous: false");
    }
    query = module->width + (previous_ ? place.query : 0);
  }
  if (const auto* module = std::get_if<KeyValueModuleOptions>(&options.key_value)) {
    key_module_.emplace(scope / "key_module", key, module->width, module->width, module->activation);
    value_module_.emplace(scope / "value_module", key, module->width, module->width, module->activation);
    key = module->width;
  }
  width_ = key;
  if (heads_ == 1 && !options.project) {
    attention_.emplace(options, AttentionWidths{query, key, 1}, scope);
  } else {
    int64_t inner = place.query;
    require_heads_fit(inner, heads_, place);
    query_.emplace(scope / "query", query, inner);
    key_.emplace(scope / "key", key, inner);
    value_.emplace(scope / "value", key, inner);
    output_.emplace(scope / "output", inner, inner);
    attention_.emplace(options, AttentionWidths{inner / heads_, inner / heads_, heads_}, scope);
    width_ = inner;
  }
  if (residual_) require_one_width_for_residual(place.query, width_, place);
}

Memory AttentionLayer::remember(const Tensor& states, const Tensor& mask) const {
  Tensor keys = key_module_ ? (*key_module_)(states) : states;
  Tensor values = value_module_ ? (*value_module_)(states) : states;
  bool same = keys.is_same(values) && !key_;
  keys = ops::split_heads(key_ ? (*key_)(keys) : keys, heads_);
  values = same ? keys : ops::split_heads(value_ ? (*value_)(values) : values, heads_);
  return attention_->remember(keys, values, mask);
}

Tensor AttentionLayer::query_of(const Tensor& state, const Tensor& previous) const {
  Tensor query = query_module_ ? (*query_module_)(state) : state;
  if (previous_) query = ops::concat({query, previous});
  return ops::split_heads(query_ ? (*query_)(query) : query, heads_);
}

Tensor AttentionLayer::context_of(const Tensor& joined, const Tensor& state) const {
  Tensor context = output_ ? (*output_)(joined) : joined;
  return residual_ ? ops::add(context, state) : context;
}

AttentionLayer::Output AttentionLayer::attend(const Tensor& state, const Tensor& previous,
                                              const Memory& memory, const Carry& carry,
                                              const StepNoise& noise) const {
  Glance glance = attention_->attend({query_of(state, previous), carry.position}, memory, carry, noise);
  return {context_of(ops::join_heads_step(glance.context), state), glance};
}

AttentionLayer::Output AttentionLayer::attend(const Tensor& states, const Memory& memory,
                                              const StepNoise& noise) const {
  Tensor position = attention_->needs().position ? ops::positions(states) : Tensor();
  Glance glance = attention_->attend({query_of(states, {}), position}, memory, {}, noise);
  return {context_of(ops::join_heads(glance.context), states), glance};
}

}  // namespace heed
