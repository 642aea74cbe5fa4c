#include "heed/engine/early_values.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "engine/attention_model.h"

namespace heed::engine {
namespace {

std::vector<float> random_values(int64_t count, const std::string& name) {
  std::vector<float> numbers;
  Random random(3, name);
  for (int64_t i = 0; i < count; ++i)
    numbers.push_back(static_cast<float>(2 * random.uniform(static_cast<std::size_t>(i)) - 1));
  return numbers;
}

TEST(ProductPart, AddUpToTheWhole) {
  constexpr int64_t kOutputs = 37, kInputs = 301, kVectors = 7;
  std::vector<float> weight = random_values(kOutputs * kInputs, "weight"),
                     x = random_values(kVectors * kInputs, "x");
  std::vector<float> bias = random_values(kOutputs, "bias"), expected(kVectors * kOutputs),
                     found(expected.size());
  for (Precision precision : {Precision::fp32, Precision::bf16, Precision::int8}) {
    auto whole = std::make_shared<Product>(weight.data(), MatrixSize{kOutputs, kInputs}, precision);
    whole->multiply(x.data(), kVectors, expected.data(), bias.data());
    std::vector<int64_t> begins = {0, 4, 132, 300, kInputs};
    for (std::size_t p = 0; p + 1 < begins.size(); ++p) {
      int64_t width = begins[p + 1] - begins[p];
      ProductPart part(whole, begins[p], width);
      std::vector<float> own;
      for (int64_t r = 0; r < kVectors; ++r)
        own.insert(own.end(), x.begin() + r * kInputs + begins[p], x.begin() + r * kInputs + begins[p + 1]);
      if (p == 0)
        part.multiply(own.data(), kVectors, found.data(), bias.data());
      else
        part.add(own.data(), kVectors, found.data());
    }
    // Rows of int8 are rounded part by part, each as finely as it allows.
    double tolerance = precision == Precision::int8 ? 2.0 / 127 * std::sqrt(double{kInputs}) : 1e-4;
    for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], expected[i], tolerance) << i;
  }
}

// Weights whose products have a precision.
class Rounded : public WeightStore {
 public:
  Rounded(const WeightStore& from, Precision precision) : from_(from), precision_(precision) {}
  Parameter get(const std::string& name) const override { return from_.get(name); }
  std::shared_ptr<const Product> product(const std::string& name, int64_t first,
                                         MatrixSize size) const override {
    return std::make_shared<Product>(get(name).data + first * size.inputs, size, precision_);
  }

 private:
  const WeightStore& from_;
  Precision precision_;
};

constexpr int64_t kSentences = 2, kLongest = 5;

// All outputs of one step of five rows.
std::map<std::string, std::vector<float>> outputs_of(const Program& program) {
  std::vector<int32_t> tokens = {1, 5, 2, 0, 3}, sentence_of_row = {0, 1, 1, 0, 1};
  auto rows = static_cast<int64_t>(tokens.size());
  auto keys = random_values(kSentences * kLongest * 3, "keys"),
       values = random_values(kSentences * kLongest * 4, "values");
  auto state = random_values(rows * 4, "state");
  bool mask[kSentences * kLongest];
  for (int64_t i = 0; i < kSentences * kLongest; ++i) mask[i] = i < 8;
  ProgramMemory memory(program);
  memory.bind(program.input("token"), tokens.data());
  memory.bind(program.input("keys"), keys.data());
  memory.bind(program.input("values"), values.data());
  memory.bind(program.input("mask"), mask);
  memory.bind(program.input("state0"), state.data());
  auto sizes = [&](int64_t of) { return program.axes().sizes({{"rows", of}, {"source", kLongest}}); };
  memory.reserve(sizes(rows), kSentences);
  memory.prepare(sizes(kSentences));
  memory.run(sizes(rows), sentence_of_row);
  std::map<std::string, std::vector<float>> outputs;
  Frame frame = memory.frame(sizes(rows));
  for (const auto& [name, value] : program.parts().outputs)
    outputs[name].assign(frame.numbers(value), frame.numbers(value) + frame.size(value));
  return outputs;
}

TEST(EarlyValues, MakeTheSameStep) {
  HandMade model = attention_model();
  OwnWeights own = model.parameters();
  for (Precision precision : {Precision::fp32, Precision::bf16, Precision::int8}) {
    Rounded parameters(own, precision);
    Program late = Builder(model.graphs[1], parameters).build();
    std::optional<EarlyValues> early = make_values_early(model.graphs[1], late, parameters);
    ASSERT_TRUE(early);
    EXPECT_EQ(early->weights, 4 * (12 + 3));  // the context's columns of the cell and of the readout
    EXPECT_EQ(early->outputs, 12 + 3);
    EXPECT_TRUE(std::none_of(early->step.nodes.begin(), early->step.nodes.end(),
                             [](const Node& node) { return node.op == "concat"; }));
    auto expected = outputs_of(late), found = outputs_of(Builder(early->step, parameters).build());
    double tolerance = precision == Precision::int8 ? 0.05 : 1e-5;
    ASSERT_EQ(expected.size(), found.size());
    for (const auto& [name, numbers] : expected) {
      ASSERT_EQ(found[name].size(), numbers.size());
      for (std::size_t i = 0; i < numbers.size(); ++i)
        EXPECT_NEAR(found[name][i], numbers[i], tolerance) << name << " " << i;
    }
  }
}

TEST(EarlyValues, AreOfContextsOfSentencesInPlacesThatCanBeTakenOut) {
  HandMade model = attention_model();
  OwnWeights parameters = model.parameters();
  auto is_possible = [&](const Graph& step) {
    Program built = Builder(step, parameters).build();
    return make_values_early(step, built, parameters).has_value();
  };
  Graph of_rows = model.graphs[1];
  for (InputPort& input : of_rows.inputs) input.per_sentence = false;
  EXPECT_TRUE(is_possible(model.graphs[1]));
  EXPECT_FALSE(is_possible(of_rows)) << "each row has values of its own";
  parameters.set("target.table", {6, 3});
  parameters.set("cell.input", {12, 7});
  parameters.set("readout", {3, 11});
  EXPECT_FALSE(is_possible(model.graphs[1])) << "a group of columns would be split";
}

TEST(EarlyValues, AreForShortSources) {
  EarlyValues early{{}, 512 * 2304, 2304};
  EXPECT_EQ(early.longest_source(1), 42);
  EXPECT_EQ(early.longest_source(4), 85);
}

}  // namespace
}  // namespace heed::engine
