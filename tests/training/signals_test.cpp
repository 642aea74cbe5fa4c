// A task of another kind than those of the library, frames of numbers in and a class out: it trains, is saved
// and runs in the engine, with nothing in the library that knows it.
#include "training/signals.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include <fstream>

#include "heed/base/error.h"
#include "heed/engine/model.h"
#include "heed/engine/weight_stores.h"
#include "heed/graph/model_directory.h"
#include "heed/run/pass_predictor.h"
#include "heed/training/batches.h"
#include "heed/training/examples.h"
#include "heed/training/first_weights.h"
#include "heed/training/judge.h"
#include "heed/training/trainer.h"
#include "message.h"
#include "temporary_directory.h"

namespace heed {
namespace {

// A training of a small classifier of signals, whose frames are texts, or lie in files.
class Learnt {
 public:
  explicit Learnt(bool stored) {
    write_data("train", 1, 300, stored);
    write_data("dev", 2, 90, stored);
    recipe.data.dir = folder.path().string();
    ClassifierOptions model;
    model.embedding.width = 8;
    std::get<RecurrentEncoderOptions>(model.encoder).width = 8;
    model.pooling.score = AdditiveOptions{8};
    recipe.model = model;
    recipe.training.batch_tokens = 200;
    recipe.training.validation.by = "metric";
    std::get<AdamOptions>(recipe.training.optimiser).rate = 0.01;
    // The task's options are only a part of the key of the index.
    examples = std::make_unique<TrainingExamples>(recipe.data, recipe.task, task,
                                                  TrainingExamples::Places{folder / "index"});
    examples->open();
  }

  // So many updates; the model is saved as `model` in the folder.
  void train(int64_t updates) {
    const TrainingOptions& options = recipe.training;
    FirstWeights first = first_weights(recipe, task, "");
    auto make = [this](Parameters& parameters) { return make_model(recipe.model, task, Scope(parameters)); };
    Trainer trainer(options, first.layout, first_state(options, first.flat), make);
    Judge judge(options, first.layout, trainer.judged(), task, make);
    const HeldOut held_out{examples->dev(), examples->dev_records()};
    before = judge.judge(held_out, trainer.workers());
    BatchStream stream(examples->train(), {options.batch_tokens, options.workers, 1, &task}, {});
    for (int64_t update = 0; update < updates; ++update) {
      std::vector<UpdateBatch> batches;
      batches.push_back(stream.take());
      trainer.update(batches);
    }
    after = judge.judge(held_out, trainer.workers());
    weights = trainer.judged().clone();
    NamedTensors tensors = first.layout.views(weights);
    Parameters parameters = Parameters::over(tensors, "the weights");
    std::map<std::string, std::string> files = task.files();
    files["recipe.yml"] = write_options(recipe);
    files["model.safetensors"] = tensors_to_bytes(tensors);
    files["model.graph.json"] = graphs_to_json(recorded_graphs(*make(parameters)));
    make_directories(folder / "model");
    write_model(folder / "model", files, {task.name(), first.parameters, updates});
  }

  TemporaryDirectory folder;
  Recipe recipe;
  Signals task;
  std::unique_ptr<TrainingExamples> examples;
  Judgement before, after;
  Tensor weights;

 private:
  void write_data(const std::string& split, uint64_t seed, int64_t lines, bool stored) {
    std::string text;
    for (int64_t line = 1; line <= lines; ++line) {
      Signal signal = Signal::made(seed, line);
      std::string file = (folder / (split + std::to_string(line) + ".npy")).string();
      if (stored) std::ofstream(file, std::ios::binary) << signal.npy();  // nobody waits for the disk
      text += signal.label + "\t" + (stored ? file : signal.text()) + "\n";
    }
    write_file(folder / (split + ".tsv"), text);
  }
};

class SignalsTest : public testing::TestWithParam<bool> {};

TEST_P(SignalsTest, AreLearntSavedAndRunByTheEngineAsByTorch) {
  Learnt learnt(/*stored=*/GetParam());
  learnt.train(120);
  EXPECT_LT(learnt.after.loss, 0.5 * learnt.before.loss);
  EXPECT_GE(learnt.after.scores.at(0).score, 85) << "of three classes";

  ModelDirectory directory(learnt.folder / "model");
  Signals task;
  task.load({{"label.classes.txt", directory.read("label.classes.txt")}}, "test");
  Parameters parameters =
      Parameters::over(tensors_of(Safetensors(directory.file("model.safetensors"))), "test");
  std::unique_ptr<Model> model = make_model(learnt.recipe.model, task, Scope(parameters));
  engine::DirectoryWeights weights(directory, engine::Precision::fp32);
  engine::RunGraphs run =
      engine::run_graphs(graphs_from_json(directory.read("model.graph.json"), "test"), weights, task, {});
  PassPredictor engine({run.forward.get()}, task.schema());

  std::vector<Example> examples = learnt.examples->dev();
  for (Example& example : examples) read_stored_columns(example);
  PredictOptions options;
  options.threads = 2;
  std::vector<RawOutput> expected = make_predictor(*model, task)->predict(examples, options);
  std::vector<RawOutput> found = engine.predict(examples, options);
  std::vector<Prediction> predictions;
  for (std::size_t i = 0; i < examples.size(); ++i) {
    const std::vector<float>&a = found[i].arrays.at("log_probs").numbers,
          &b = expected[i].arrays.at("log_probs").numbers;
    ASSERT_EQ(a.size(), 3U);
    for (std::size_t c = 0; c < 3; ++c) EXPECT_NEAR(a[c], b[c], 1e-5);
    ASSERT_EQ(found[i].attention.size(), 1U);
    EXPECT_EQ(found[i].attention[0].block, (AttentionBlock{"pooling", 0, "label", "frames"}));
    const AttentionRows &ours = found[i].attention[0].rows, &theirs = expected[i].attention[0].rows;
    ASSERT_EQ(ours.weights.size(), examples[i][Signals::kFrames].numbers.size() / Signals::kWidth);
    ASSERT_EQ(theirs.weights.size(), ours.weights.size());
    for (std::size_t t = 0; t < ours.weights.size(); ++t)
      EXPECT_NEAR(ours.weights[t], theirs.weights[t], 1e-5);
    predictions.push_back(task.decode(found[i], examples[i]));
  }
  std::vector<Score> scores = score_all(task.metrics(), predictions, learnt.examples->dev_records());
  EXPECT_DOUBLE_EQ(scores[0].score, learnt.after.scores[0].score);
}

INSTANTIATE_TEST_SUITE_P(Frames, SignalsTest, testing::Bool(),
                         [](const auto& one) { return one.param ? "InFiles" : "InTheData"; });

TEST(StoredSignals, AreReadByWhoeverMakesBatchesAndLearntAsThoseOfTheData) {
  Learnt data(false), files(true);
  const Example kept = files.examples->train()[0];
  ASSERT_TRUE(kept[Signals::kFrames].stored.has_value());
  EXPECT_TRUE(kept[Signals::kFrames].numbers.empty()) << "the index keeps where they lie";
  data.train(5);
  files.train(5);
  EXPECT_TRUE(files.weights.equal(data.weights));
  EXPECT_EQ(files.after.loss, data.after.loss);
}

TEST(StoredSignals, AreRefusedWhereTheirFileIsNotWhatItWas) {
  Learnt learnt(true);
  const std::vector<int32_t> first = {0};
  EXPECT_NO_THROW(deal(learnt.examples->train(), first, 1, {}));
  write_file(learnt.folder / "train1.npy", Signal::made(3, 1).npy() + "more");
  EXPECT_CONTAINS(message_of<FileError>([&] { deal(learnt.examples->train(), first, 1, {}); }), "train1.npy");
}

}  // namespace
}  // namespace heed
