// Classifiers of every encoder and many ways to pool: their gradients, and what libtorch and the engine make
// of them when they are saved.
#include "heed/models/classifier.h"

#include <ATen/ATen.h>

#include "gradient_check.h"
#include "heed/base/error.h"
#include "heed/engine/export.h"
#include "heed/engine/model.h"
#include "heed/models/registry.h"
#include "heed/ops/fused.h"
#include "message.h"
#include "models/saved.h"
#include "temporary_directory.h"

namespace heed {
namespace {

// A choice of options, whose sizes the fixture makes small.
struct Pooled {
  const char* name;
  std::size_t heads;  // of the pooling
  std::function<void(ClassifierOptions&)> choose;
};

template <class Options>
Options& encoder_of(ClassifierOptions& o) {
  return o.encoder.emplace<Options>();
}

const Pooled kPooled[] = {
    {"AdditiveOverGru", 1, [](auto&) {}},
    {"DotOfTwoHeadsOverLstms", 2,
     [](auto& o) {
       auto& encoder = encoder_of<RecurrentEncoderOptions>(o);
       encoder.cell = LstmOptions{};
       encoder.layers = 2;
       encoder.residual = true;
       o.pooling.score = DotOptions{};
       o.pooling.heads = 2;
       o.hidden = 5;
     }},
    {"GeneralSparsemaxOverConvolution", 1,
     [](auto& o) {
       encoder_of<ConvolutionEncoderOptions>(o).activation = "relu";
       o.pooling.score = GeneralOptions{};
       o.pooling.normaliser = SparsemaxOptions{};
       o.pooling.residual = true;
     }},
    {"ScaledDotTopKOfModulesOverEmbeddings", 1,
     [](auto& o) {
       encoder_of<EmbeddingsEncoderOptions>(o);
       o.pooling.score = ScaledDotOptions{};
       o.pooling.normaliser = TopKOptions{2};
       o.pooling.query = QueryModuleOptions{4, "relu", false};
       o.pooling.key_value = KeyValueModuleOptions{4, "tanh"};
     }},
    {"CosineSmoothingOverSelfAttention", 1,
     [](auto& o) {
       encoder_of<SelfAttentionEncoderOptions>(o).attention.window = SlidingOptions{1};
       o.pooling.score = CosineOptions{};
       o.pooling.normaliser = SmoothingOptions{};
     }},
    {"ConcatStructuredOverSelfAttention", 1,
     [](auto& o) {
       encoder_of<SelfAttentionEncoderOptions>(o);
       o.pooling.score = ConcatOptions{};
       o.pooling.normaliser = StructuredOptions{true};
     }},
};

// Texts of the letters a to e; those with an x or a y are of a class of their own.
std::vector<Record> texts(uint64_t seed, int64_t count) {
  std::vector<Record> records;
  for (int64_t line = 1; line <= count; ++line) {
    Random random(seed, std::to_string(line));
    uint64_t length = 1 + random.below(0, 9), kind = random.below(1, 3);
    std::string text(length, 'a');
    for (uint64_t i = 0; i < length; ++i) text[i] = static_cast<char>('a' + random.below(2 + i, 5));
    if (kind > 0) text[random.below(50, length)] = kind == 1 ? 'x' : 'y';
    const char* labels[] = {"plain", "with x", "with y"};
    records.push_back({{labels[kind], text}, "test", line});
  }
  return records;
}

class ClassifierTest : public testing::TestWithParam<Pooled> {
 protected:
  ClassifierTest() {
    ClassifyOptions task;
    task.text = CharactersOptions{};
    recipe_.task = task;
    task_ = make_task(recipe_.task);
    task_->learn(records_);
    for (const Record& record : records_) examples_.push_back(task_->encode(record));
    ClassifierOptions options;
    options.embedding.width = 4;
    GetParam().choose(options);
    std::visit(
        [](auto& o) {
          if constexpr (requires { o.width; }) o.width = 4;
          if constexpr (requires { o.hidden; }) o.hidden = 5;
          if constexpr (requires { o.attention.heads; }) o.attention.heads = 2;
        },
        options.encoder);
    std::visit(
        [](auto& o) {
          if constexpr (requires { o.width; }) o.width = 3;
        },
        options.pooling.score);
    recipe_.model = options;
  }

  std::unique_ptr<Model> make(Parameters& parameters) const {
    return make_model(recipe_.model, *task_, Scope(parameters));
  }

  Batch batch(std::size_t first, std::size_t count) const {
    std::vector<const Example*> rows;
    for (std::size_t i = first; i < first + count; ++i) rows.push_back(&examples_[i]);
    return make_batch(rows, task_->schema());
  }

  // Some steps of gradient descent over the whole data: the loss before, and after.
  std::pair<double, double> train(Model& model, const Parameters& parameters, int64_t steps) const {
    Batch all = batch(0, examples_.size());
    std::vector<double> losses;
    for (int64_t step = 0; step <= steps; ++step) {
      Loss loss = model.loss(all, {});
      losses.push_back(loss.sum.item<double>() / static_cast<double>(loss.count));
      (loss.sum / static_cast<double>(loss.count)).backward();
      at::NoGradGuard no_gradient;
      for (const auto& [name, tensor] : parameters.all()) {
        tensor.sub_(tensor.grad(), 0.5);
        tensor.mutable_grad() = Tensor();
      }
    }
    return {losses.front(), losses.back()};
  }

  std::vector<Record> records_ = texts(1, 60);
  ModelRecipe recipe_;
  std::unique_ptr<Task> task_;
  std::vector<Example> examples_;
  TemporaryDirectory folder_;
};

TEST_P(ClassifierTest, HasTheRightGradientInEveryParameter) {
  Parameters parameters = Parameters::draw(1, at::kDouble);
  auto model = make(parameters);
  Batch some = batch(0, 4);
  check_gradients(
      parameters.all(), [&] { return model->loss(some, {}).sum; }, 8);
}

TEST_P(ClassifierTest, LosesTheSameAloneAsInABatch) {
  Parameters parameters = Parameters::draw(1, at::kDouble);
  auto model = make(parameters);
  double alone = 0;
  for (std::size_t i = 0; i < 8; ++i) alone += model->loss(batch(i, 1), {}).sum.item<double>();
  Loss together = model->loss(batch(0, 8), {});
  EXPECT_NEAR(together.sum.item<double>(), alone, 1e-9);
  EXPECT_EQ(together.count, 8);
}

TEST_P(ClassifierTest, LearnsTheSameFusedAsPlain) {
  Parameters parameters = Parameters::draw(1);
  auto model = make(parameters);
  Batch all = batch(0, 16);
  auto gradients = [&](ops::Workspace* workspace) {
    for (const auto& [name, tensor] : parameters.all()) tensor.mutable_grad() = at::zeros_like(tensor);
    std::unique_ptr<ops::Fused> fused = workspace ? std::make_unique<ops::Fused>(*workspace) : nullptr;
    model->loss(all, Noise{1, 1, 0, true}).whole().backward();
    if (fused) fused->finish();
    std::vector<Tensor> made;
    for (const auto& [name, tensor] : parameters.all()) made.push_back(tensor.grad().clone());
    return made;
  };
  auto plain = gradients(nullptr);
  ops::Workspace workspace;
  auto fused = gradients(&workspace);
  for (std::size_t i = 0; i < plain.size(); ++i) {
    double scale = std::max(1.0, plain[i].abs().max().item<double>());
    EXPECT_LT((plain[i] - fused[i]).abs().max().item<double>(), 1e-4 * scale) << parameters.all()[i].first;
  }
}

TEST_P(ClassifierTest, IsRunByTheEngineAsByTorchInEveryPrecisionAndPacked) {
  Parameters parameters = Parameters::draw(1);
  auto model = make(parameters);
  auto [before, after] = train(*model, parameters, 20);
  EXPECT_LT(after, before);
  save(folder_ / "model", *task_, recipe_, *model, parameters);
  SavedModel torch(folder_ / "model");
  engine::EngineModel engine(folder_ / "model");
  const std::vector<Record> unseen = texts(2, 20);
  PredictOptions options;
  options.search.n_best = 3;
  std::vector<Prediction> expected = torch.predict(unseen, options), found = engine.predict(unseen, options);
  std::size_t read = 0;
  if (torch.reads_by_attention()) read = 2 * 2;  // layers and heads
  EXPECT_EQ(engine.reads_by_attention(), torch.reads_by_attention());
  EXPECT_TRUE(engine.attends());
  for (std::size_t i = 0; i < unseen.size(); ++i) {
    EXPECT_EQ(found[i].text, expected[i].text);
    EXPECT_EQ(found[i].others.size(), 2U);
    EXPECT_EQ(found[i].maps.size(), GetParam().heads);
    EXPECT_EQ(found[i].source_maps.size(), read);
    expect_near(found[i], expected[i], 1e-5);
    expect_near(engine.predict(std::span(&unseen[i], 1), options)[0], found[i], 0);  // alone, to the bit
  }
  for (engine::Precision precision :
       {engine::Precision::fp32, engine::Precision::bf16, engine::Precision::int8}) {
    engine::EngineModel rounded(folder_ / "model", {}, {precision, false});
    engine::export_model(engine, folder_ / "packed", precision, nullptr);
    engine::EngineModel packed(folder_ / "packed");
    std::vector<Prediction> own = rounded.predict(unseen, options), same = packed.predict(unseen, options);
    for (std::size_t i = 0; i < unseen.size(); ++i) {
      if (precision != engine::Precision::fp32) {
        for (std::size_t c = 0; c < 3; ++c)
          EXPECT_NEAR(own[i].probabilities[c].second, expected[i].probabilities[c].second, 0.05);
      }
      EXPECT_EQ(same[i].text, own[i].text);
      expect_near(same[i], own[i], 0);
    }
  }
}

TEST_P(ClassifierTest, HasGradientsByDistanceOfTheInputThatIsNamed) {
  Parameters parameters = Parameters::draw(1);
  auto model = make(parameters);
  save(folder_ / "model", *task_, recipe_, *model, parameters);
  SavedModel torch(folder_ / "model");
  const std::span<const Example> one(examples_.data(), 1);
  std::vector<GradientAt> flow = torch.gradients(one, "text");
  ASSERT_EQ(flow.size(), examples_[0][0].ids.size());  // the end token stands at a distance of 1
  EXPECT_EQ(flow[0].distance, 1);
  double sum = 0;
  for (const GradientAt& at : flow) sum += at.norm;
  EXPECT_GT(sum, 0);
  EXPECT_EQ(torch.gradients(one, "")[0].norm, flow[0].norm) << "the first input";
  EXPECT_CONTAINS(message_of<OptionError>([&] { torch.gradients(one, "label"); }),
                  "expected one of the inputs of the task classify (text), found 'label'");
  engine::EngineModel engine(folder_ / "model");
  EXPECT_CONTAINS(message_of<OptionError>([&] { engine.gradients(one, ""); }), "add --engine torch");
}

INSTANTIATE_TEST_SUITE_P(Poolings, ClassifierTest, testing::ValuesIn(kPooled),
                         [](const auto& one) { return std::string(one.param.name); });

TEST(Classifier, RefusesPoolingThatFollowsTheStepsOfADecoder) {
  std::unique_ptr<Task> task = make_task(ClassifyOptions{});
  task->learn(texts(1, 10));
  auto refusal = [&](auto choose) {
    ClassifierOptions options;
    choose(options.pooling);
    Parameters parameters = Parameters::shapes();
    return message_of<OptionError>([&] { make_model(options, *task, Scope(parameters)); });
  };
  EXPECT_CONTAINS(refusal([](auto& o) { o.window = LocalMonotonicOptions{}; }), "model.pooling.window");
  EXPECT_CONTAINS(refusal([](auto& o) { o.score = LocationOptions{}; }), "model.pooling.score: location");
  EXPECT_CONTAINS(refusal([](auto& o) { o.normaliser = HardOptions{}; }), "model.pooling.normaliser: hard");
  EXPECT_CONTAINS(refusal([](auto& o) { o.coverage.feature = true; }), "model.pooling.coverage");
  EXPECT_CONTAINS(refusal([](auto& o) { o.heads = 7; }), "model.pooling.heads: expected a divisor");
}

TEST(Classifier, IsNotForATaskWithoutOneInputAndOneClass) {
  std::unique_ptr<Task> task = make_task(TranslateOptions{});
  Parameters parameters = Parameters::shapes();
  EXPECT_CONTAINS(
      message_of<OptionError>([&] { make_model(ClassifierOptions{}, *task, Scope(parameters)); }),
      "model.type: classifier needs a task with an answer that is one class, found task.type: translate");
}

}  // namespace
}  // namespace heed
