#include "heed/ops/recorder.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include "gradient_check.h"
#include "heed/ops/ops.h"
#include "message.h"

namespace heed {
namespace {

TEST(Recorder, WritesDownWhatRan) {
  Tensor weight = random_values({3, 2}, "w"), bias = random_values({3}, "b"), x = random_values({4, 2}, "x");
  Recorder recorder("g",
                    {{"layer.bias", bias}, {"layer.weight", weight}, {"unused", random_values({1}, "u")}});
  recorder.input({"x", Type::number, {axes::kRows, 2}}, x);
  Tensor y = ops::tanh(ops::linear(x, weight, bias));
  recorder.output("y", ops::concat({y, y}));
  Graph graph = recorder.finish();
  EXPECT_EQ(graph.parameters, (std::vector<std::string>{"layer.weight", "layer.bias"}));
  ASSERT_EQ(graph.nodes.size(), 3U);
  EXPECT_EQ(graph.nodes[0].op, "linear");
  EXPECT_EQ(graph.nodes[0].inputs, (std::vector<std::string>{"x", "layer.weight", "layer.bias"}));
  EXPECT_EQ(graph.nodes[2].inputs, (std::vector<std::string>{"%1", "%1"}));
  EXPECT_EQ(graph.outputs[0].value, "%2");
}

TEST(Recorder, DeclaresWhatItsOutputsAre) {
  Tensor x = random_values({4, 2}, "x");
  Recorder recorder("g", {});
  recorder.input({"x", Type::number, {axes::kRows, 2}}, x);
  recorder.output("y", ops::concat({x, x}), Use::state);
  OutputPort expected{"y", "%0", Type::number, {axes::kRows, 4}, Use::state};
  EXPECT_EQ(recorder.finish().outputs[0], expected);
}

TEST(Recorder, RefusesAnInputThatIsNotAsDeclared) {
  Recorder recorder("g", {});
  recorder.input({"x", Type::number, {axes::kRows, 2}}, random_values({4, 2}, "x"));
  auto refused = [&](const InputPort& port, const Tensor& tensor) {
    return message_of<std::logic_error>([&] { recorder.input(port, tensor); });
  };
  EXPECT_CONTAINS(refused({"y", Type::number, {axes::kRows, 2}}, random_values({5, 2}, "y")), "by libtorch");
  EXPECT_CONTAINS(refused({"y", Type::index, {axes::kRows, 2}}, random_values({4, 2}, "y")), "by libtorch");
  EXPECT_CONTAINS(refused({"y", Type::number, {axes::kRows}}, random_values({4, 2}, "y")), "by libtorch");
}

TEST(Recorder, RefusesWhatWasMadeOutsideOps) {
  Tensor x = random_values({4, 2}, "x");
  Recorder recorder("g", {});
  recorder.input({"x", Type::number, {axes::kRows, 2}}, x);
  std::string message = message_of<std::logic_error>([&] { ops::tanh(x * 2); });
  EXPECT_CONTAINS(message, "an input of activation was made by an operation outside ops/");
}

TEST(Recorder, RefusesDropoutAndASecondRecorder) {
  Tensor x = random_values({4, 2}, "x");
  Recorder recorder("g", {});
  EXPECT_THROW(ops::dropout(x, 0.5, Random(1, "d"), x.sizes().vec()), std::logic_error);
  EXPECT_THROW(Recorder("h", {}), std::logic_error);
}

TEST(Recorder, IsOffOnceItIsGone) {
  { Recorder recorder("g", {}); }
  EXPECT_EQ(Recorder::active(), nullptr);
  EXPECT_NO_THROW(ops::tanh(random_values({1}, "x")));
}

}  // namespace
}  // namespace heed
