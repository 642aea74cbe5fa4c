#include "heed/nn/attention/layer.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include "gradient_check.h"
#include "heed/base/error.h"
#include "message.h"

namespace heed {
namespace {

constexpr int64_t kB = 2, kT = 5, kD = 6;

struct Source {
  Tensor states = random_values({kB, kT, kD}, "states");
  Tensor mask = (at::tensor({1, 1, 1, 1, 1, 1, 1, 1, 0, 0}) != 0).view({kB, kT});
};

std::string refusal(const std::function<void(AttentionLayerOptions&)>& choose, AttentionPlace place) {
  return message_of<OptionError>([&] {
    AttentionLayerOptions options;
    choose(options);
    Parameters parameters = Parameters::draw(1);
    AttentionLayer(options, place, Scope(parameters));
  });
}

// Vaswani 2017, one head at a time.
TEST(AttentionLayer, IsMultiHeadAttention) {
  constexpr int64_t kHeads = 3, kWidth = kD / kHeads;
  Parameters parameters = Parameters::draw(1, at::kDouble);
  AttentionLayerOptions options;
  options.score = ScaledDotOptions{};
  options.heads = kHeads;
  AttentionLayer layer(options, {kD, kD}, Scope(parameters));
  std::map<std::string, Tensor> p;
  for (const auto& [name, tensor] : parameters.all()) p[name] = tensor.detach();
  Source source;
  Tensor query = random_values({kB, kD}, "query");
  Memory memory = layer.remember(source.states, source.mask);
  auto [context, glance] = layer.attend(query, {}, memory, layer.start(memory), {});
  auto project = [&](const Tensor& x, const std::string& name) {
    return at::linear(x, p[name + ".weight"], p[name + ".bias"]);
  };
  std::vector<Tensor> heads;
  for (int64_t h = 0; h < kHeads; ++h) {
    auto part = [&](const Tensor& x) { return x.narrow(-1, h * kWidth, kWidth); };
    Tensor q = part(project(query, "query")).unsqueeze(1), k = part(project(source.states, "key"));
    Tensor scores = at::matmul(q, k.transpose(1, 2)) / std::sqrt(static_cast<double>(kWidth));
    scores = scores.masked_fill(source.mask.logical_not().unsqueeze(1), -1e300);
    heads.push_back(at::matmul(at::softmax(scores, -1), part(project(source.states, "value"))).squeeze(1));
  }
  Tensor expected = project(at::cat(heads, -1), "output");
  EXPECT_LT((context - expected).abs().max().item<double>(), 1e-12);
  EXPECT_EQ(glance.weights.sizes(), at::IntArrayRef({kB, kHeads, 1, kT}));
}

TEST(AttentionLayer, PutsThePreviousStateBesideTheQueryModulesOutput) {
  Parameters parameters = Parameters::draw(1, at::kDouble);
  AttentionLayerOptions options;
  options.query = QueryModuleOptions{4, "relu", true};
  options.key_value = KeyValueModuleOptions{4 + kD, "tanh"};
  options.score = DotOptions{};
  AttentionLayer layer(options, {kD, kD, LooksFrom::steps, true}, Scope(parameters));
  Source source;
  Tensor query = random_values({kB, kD}, "query"), previous = random_values({kB, kD}, "previous");
  Memory memory = layer.remember(source.states, source.mask);
  EXPECT_EQ(layer.width(), 4 + kD);
  Tensor context = layer.attend(query, previous, memory, {}, {}).context;
  EXPECT_EQ(context.sizes(), at::IntArrayRef({kB, 4 + kD}));
  EXPECT_FALSE(layer.attend(query, previous * 2, memory, {}, {}).context.allclose(context));
}

TEST(AttentionLayer, AddsTheQueryToTheContextWhenResidual) {
  Parameters parameters = Parameters::draw(1, at::kDouble);
  AttentionLayerOptions plain, residual;
  residual.residual = true;
  AttentionLayer without(plain, {kD, kD}, Scope(parameters, "a"));
  AttentionLayer with(residual, {kD, kD}, Scope(parameters, "a2"));
  NamedTensors all = parameters.all();
  for (std::size_t i = 0; i < all.size() / 2; ++i)
    all[all.size() / 2 + i].second.detach().copy_(all[i].second.detach());
  Source source;
  Tensor query = random_values({kB, kD}, "query");
  Tensor one = without.attend(query, {}, without.remember(source.states, source.mask), {}, {}).context;
  Tensor two = with.attend(query, {}, with.remember(source.states, source.mask), {}, {}).context;
  EXPECT_LT((two - one - query).abs().max().item<double>(), 1e-12);
}

TEST(AttentionLayer, RefusesWhatCannotBe) {
  AttentionPlace steps{8, 8}, itself{8, 8, LooksFrom::itself};
  EXPECT_CONTAINS(refusal([](auto& o) { o.heads = 3; }, steps),
                  "model.attention.heads: expected a divisor of the query's width 8, found 3");
  EXPECT_CONTAINS(refusal([](auto& o) { o.heads = 3; }, itself), "model.encoder.attention.heads: expected");
  EXPECT_CONTAINS(refusal([](auto& o) { o.window = SlidingOptions{}; }, steps), "in a decoder use local-m");
  EXPECT_CONTAINS(refusal([](auto& o) { o.window = LocalPredictiveOptions{}; }, itself),
                  "window local-p follows the steps of a decoder");
  EXPECT_CONTAINS(refusal([](auto& o) { o.window = MedianOptions{}; }, itself), "window median follows");
  EXPECT_CONTAINS(refusal([](auto& o) { o.score = LocationAwareOptions{}; }, itself),
                  "score location-aware follows");
  EXPECT_CONTAINS(refusal([](auto& o) { o.coverage.loss = 1; }, itself), "coverage follows");
  EXPECT_CONTAINS(refusal([](auto& o) { o.normaliser = HardOptions{}; }, itself), "normaliser hard");
  EXPECT_CONTAINS(refusal(
                      [](auto& o) {
                        o.query = QueryModuleOptions{8, "tanh", true};
                      },
                      steps),
                  "use luong, or previous: false");
  EXPECT_CONTAINS(refusal([](auto& o) { o.residual = true; }, {8, 6}),
                  "a context as wide as itself, found 8 and 6");
}

}  // namespace
}  // namespace heed
