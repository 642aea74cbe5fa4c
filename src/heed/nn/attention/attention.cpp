#include "heed/nn/attention/attention.h"

#include <ATen/ATen.h>

#include "heed/base/error.h"

namespace heed {
namespace {

std::string type_of(const ScorerOptions& options) {
  return std::visit([](const auto& o) { return std::string(o.kType); }, options);
}

}  // namespace

Attention::Attention(const AttentionOptions& options, const AttentionWidths& shape, const Scope& scope)
    : scorer_(std::visit([&](const auto& o) { return o.make(scope / "score", shape.query, shape.key); },
                         options.score)),
      window_(std::visit([&](const auto& o) { return o.make(scope / "window", shape.query * shape.heads); },
                         options.window)),
      normaliser_(
          std::visit([&](const auto& o) { return o.make(scope / "normaliser"); }, options.normaliser)),
      site_(scope.path()),
      dropout_(options.dropout) {
  if (auto own = scorer_->own_feature(scope / "score")) features_.push_back(std::move(own));
  if (options.coverage.feature) {
    if (scorer_->feature_width() == 0) {
      throw OptionError(
          "model.attention.coverage.feature: coverage is added inside the hidden layer of a score, which " +
          type_of(options.score) + " does not have; use additive, concat or location-aware");
    }
    features_.push_back(std::make_unique<CoverageFeature>(scope / "coverage", scorer_->feature_width()));
  }
  ask();
  needs_.coverage = needs_.coverage || options.coverage.loss > 0;
}

Attention::Attention(std::unique_ptr<Scorer> scorer, Features features, std::unique_ptr<Window> window,
                     std::unique_ptr<Normaliser> normaliser)
    : scorer_(std::move(scorer)),
      features_(std::move(features)),
      window_(std::move(window)),
      normaliser_(std::move(normaliser)) {
  ask();
}

void Attention::ask() {
  window_->ask(needs_);
  for (const auto& feature : features_) feature->ask(needs_);
}

Memory Attention::remember(const Tensor& keys, const Tensor& values, const Tensor& mask) const {
  Tensor lengths = needs_.lengths ? ops::lengths(mask, keys) : Tensor();
  return {scorer_->prepare(keys), values, mask, {}, {}, lengths, {}};
}

Carry Attention::start(const Memory& memory) const {
  Carry carry;
  if (needs_.position) carry.position = ops::no_position(memory.keys);
  if (needs_.weights) carry.weights = ops::no_weights(memory.keys);
  if (needs_.coverage) carry.coverage = ops::no_weights(memory.keys);
  return carry;
}

Tensor Attention::feature_of(const Carry& carry) const {
  Tensor sum;
  for (const auto& feature : features_) {
    Tensor one = feature->of(carry);
    sum = sum.defined() ? ops::add(sum, one) : one;
  }
  return sum;
}

// A saved model can be run with a bias on keys, and with given weights instead of its own: both are optional
// inputs of its graph, for each attention.
Memory Attention::declare_interventions(const Query& query, const Memory& memory) const {
  Recorder* recorder = Recorder::active();
  if (recorder == nullptr || memory.bias.defined() || site_.empty()) return memory;
  const ValueType& keys = recorder->type_of(memory.keys);
  const Shape queries = recorder->type_of(query.vector).shape;
  auto declare = [&](const char* name, const Tensor& tensor, Shape shape) {
    recorder->input({site_ + "." + name, Type::number, std::move(shape), Origin::given, "", keys.per_sentence,
                     /*optional=*/true},
                    tensor);
    return tensor;
  };
  Memory open = memory;
  int64_t rows = memory.keys.size(0), heads = memory.keys.size(1), length = memory.keys.size(2);
  const Shape shape = keys.shape;
  open.bias = declare("bias", at::zeros({rows, length}, memory.keys.options()), {shape[0], shape[2]});
  open.given =
      declare("given", at::full({rows, heads, query.vector.size(2), length}, -1.0, memory.keys.options()),
              {shape[0], shape[1], queries[2], shape[2]});
  return open;
}

Glance Attention::attend(const Query& query, const Memory& of, const Carry& carry,
                         const StepNoise& noise) const {
  Memory memory = declare_interventions(query, of);
  Band band = window_->band(query, memory, carry);
  Tensor feature = feature_of(carry);
  // In training, a source that fits into the window is not gathered. Otherwise windows are always gathered,
  // so that results do not depend on the rest of the batch.
  bool worth = band.width() < memory.keys.size(2) || !at::GradMode::is_enabled();
  Glance glance = band.narrow() && worth ? attend_narrow(query, memory, band, feature, noise)
                                         : attend_whole(query, memory, band, feature, noise);
  glance.carry = next(carry, memory, glance);
  return glance;
}

Glance Attention::attend_whole(const Query& query, const Memory& memory, const Band& band,
                               const Tensor& feature, const StepNoise& noise) const {
  Glance glance;
  Tensor allowed = ops::band(memory.mask, band.centre, band.before, band.after);
  Tensor scores = scorer_->scores(query, {memory.keys, feature, {}});
  glance.chosen = normaliser_->choose({scores, allowed, memory.bias}, noise);
  glance.weights = band.deviation > 0 ? ops::gaussian(glance.chosen.weights, band.centre, band.deviation)
                                      : glance.chosen.weights;
  if (memory.given.defined()) glance.weights = ops::given_weights(glance.weights, memory.given);
  glance.context = ops::weigh(noise(glance.weights, dropout_, site_), memory.values);
  return glance;
}

Glance Attention::attend_narrow(const Query& query, const Memory& memory, const Band& band,
                                const Tensor& feature, const StepNoise& noise) const {
  Glance glance;
  glance.begin = ops::band_begin(band.centre, band.before);
  auto gather = [&](const Tensor& x) {
    return x.defined() ? ops::gather_band(x, glance.begin, band.width()) : x;
  };
  Tensor keys = gather(memory.keys);
  Tensor values = memory.values.is_same(memory.keys) ? keys : gather(memory.values);
  Tensor bias = memory.bias.defined() ? ops::gather_bias(memory.bias, glance.begin, band.width()) : Tensor();
  bool one = query.vector.size(2) == 1;
  Query row{one ? query.vector : ops::fold_queries(query.vector), {}};
  Tensor scores = scorer_->scores(row, {keys, gather(feature), glance.begin});
  Tensor allowed = ops::gather_mask(memory.mask, band.centre, glance.begin, band.before, band.after);
  glance.chosen = normaliser_->choose({scores, allowed, bias}, noise);
  Tensor weights = glance.chosen.weights;
  if (band.deviation > 0) weights = ops::gather_gaussian(weights, band.centre, glance.begin, band.deviation);
  if (memory.given.defined()) weights = ops::given_weights(weights, memory.given, glance.begin);
  Tensor context = ops::weigh(noise(weights, dropout_, site_), values);
  glance.weights = one ? weights : ops::unfold_queries(weights, glance.begin);
  glance.context = one ? context : ops::unfold_queries(context, glance.begin);
  return glance;
}

Carry Attention::next(const Carry& carry, const Memory& memory, const Glance& glance) const {
  Carry next;
  if (carry.position.defined()) next.position = ops::shift(carry.position, 1);
  if (!carry.weights.defined() && !carry.coverage.defined()) return next;
  Tensor weights = ops::spread(glance.weights, glance.begin, memory.keys);
  if (carry.weights.defined()) next.weights = weights;
  if (carry.coverage.defined()) next.coverage = ops::add(carry.coverage, weights);
  return next;
}

}  // namespace heed
