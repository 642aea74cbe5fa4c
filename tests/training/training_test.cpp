#include <ATen/ATen.h>
#include <gtest/gtest.h>
#include <torch/optim/adam.h>

#include <atomic>
#include <fstream>

#include "gradient_check.h"
#include "heed/base/error.h"
#include "heed/training/adam.h"
#include "heed/training/checkpoint.h"
#include "heed/training/examples.h"
#include "heed/training/output.h"
#include "heed/training/train.h"
#include "message.h"
#include "temporary_directory.h"

namespace heed {
namespace {

TEST(Adam, EqualsTorchs) {
  Tensor weights = made_up({33}, "w", at::kFloat), theirs = weights.clone().requires_grad_(true);
  Tensor first = at::zeros({33}), second = at::zeros({33});
  AdamOptions options;
  options.rate = 0.01;
  torch::optim::Adam optimiser({theirs}, torch::optim::AdamOptions(0.01));
  for (int64_t update = 1; update <= 20; ++update) {
    Tensor gradient = made_up({33}, "g" + std::to_string(update), at::kFloat);
    theirs.mutable_grad() = gradient * 0.5;
    optimiser.step();
    adam_step(options,
              {weights.data_ptr<float>(), gradient.data_ptr<float>(), first.data_ptr<float>(),
               second.data_ptr<float>(), 33},
              0.5, update);
  }
  EXPECT_LT((weights - theirs).abs().max().item<float>(), 1e-6F);
}

TEST(Workers, AllWorkAndTheFirstErrorIsThrown) {
  Workers workers(3);
  std::atomic<int> sum = 0;
  for (int round = 0; round < 100; ++round)
    workers.run([&](int64_t worker) { sum += static_cast<int>(worker) + 1; });
  EXPECT_EQ(sum, 600);
  std::string message = message_of<InputError>([&] {
    workers.run([](int64_t worker) {
      if (worker > 0) throw InputError("worker " + std::to_string(worker));
    });
  });
  EXPECT_EQ(message, "worker 1");
  workers.run([&](int64_t) { ++sum; });
  EXPECT_EQ(sum, 603);
}

Recipe small_recipe() {
  Recipe recipe;
  DatesOptions dates;
  dates.lines = 300;
  dates.dev_lines = 20;
  recipe.data.generator = dates;
  auto& model = std::get<EncoderDecoderOptions>(recipe.model);
  auto& encoder = std::get<RecurrentEncoderOptions>(model.encoder);
  encoder.embedding = encoder.width = 8;
  encoder.dropout = model.dropout = 0.2;
  auto& decoder = std::get<BahdanauDecoderOptions>(model.decoder);
  decoder.embedding = decoder.width = decoder.readout = 8;
  recipe.training.updates = 12;
  recipe.training.checkpoint_every = 5;
  recipe.training.log_every = 1;
  recipe.training.batch_tokens = 400;
  return recipe;
}

// The recipe's examples, with a folder of their own for the index.
struct SomeExamples {
  SomeExamples(const Recipe& recipe, Task& task) : prepared(recipe.data, recipe.task, task, folder / "i") {
    prepared.open();
  }
  const ExampleIndex& train() const { return prepared.train(); }
  TemporaryDirectory folder;
  TrainingExamples prepared;
};

TEST(BatchStream, GoesOnFromAPositionAsIfItHadNeverStopped) {
  Recipe recipe = small_recipe();
  auto task = make_task(recipe.task);
  SomeExamples examples(recipe, *task);
  BatchStream::Plan plan{400, 2, 1};
  BatchStream whole(examples.train(), plan, {});
  std::vector<UpdateBatch> all;
  for (int i = 0; i < 60; ++i) all.push_back(whole.take());
  EXPECT_GT(all.back().next.epoch, 0);
  for (std::size_t cut : {std::size_t{0}, std::size_t{17}, std::size_t{40}}) {
    BatchStream rest(examples.train(), plan, all[cut].next);
    for (std::size_t i = cut + 1; i < all.size(); ++i) {
      UpdateBatch batch = rest.take();
      ASSERT_EQ(batch.shards[0].source, all[i].shards[0].source);
      ASSERT_EQ(batch.shards[1].target, all[i].shards[1].target);
    }
  }
}

// Drives the trainer by hand: `updates` updates from `state`.
class TrainerTest : public testing::Test {
 protected:
  TrainerTest() : examples_(recipe_, *task_) {
    Parameters drawn = Parameters::draw(1);
    make_model(recipe_.model, *task_, Scope(drawn));
    layout_ = std::make_unique<FlatLayout>(drawn.all());
    first_.weights = at::zeros({layout_->size()});
    first_.first = at::zeros_like(first_.weights);
    first_.second = at::zeros_like(first_.weights);
    at::NoGradGuard no_gradient;
    NamedTensors views = layout_->views(first_.weights);
    for (std::size_t i = 0; i < views.size(); ++i) views[i].second.copy_(drawn.all()[i].second);
  }

  static TrainingState copy(const TrainingState& s) {
    return {s.weights.clone(), s.first.clone(), s.second.clone(), s.update, s.position};
  }

  TrainingState run(const TrainingState& from, int64_t updates, int64_t workers, double* loss = nullptr) {
    TrainingOptions options = recipe_.training;
    options.workers = workers;
    Trainer trainer(options, *layout_, copy(from), [&](Parameters& p) -> std::unique_ptr<Objective> {
      return make_model(recipe_.model, *task_, Scope(p));
    });
    BatchStream stream(examples_.train(), {options.batch_tokens, workers, 1}, from.position);
    for (int64_t i = 0; i < updates; ++i) {
      UpdateOutcome outcome = trainer.update(stream.take());
      if (loss) *loss = outcome.loss;
    }
    return copy(trainer.state());
  }

  Recipe recipe_ = small_recipe();
  std::unique_ptr<Task> task_ = make_task(recipe_.task);
  SomeExamples examples_;
  std::unique_ptr<FlatLayout> layout_;
  TrainingState first_;
};

TEST_F(TrainerTest, GivesTheSameBytesTwiceAndAfterACheckpoint) {
  TrainingState once = run(first_, 9, 2), twice = run(first_, 9, 2);
  EXPECT_TRUE(once.weights.equal(twice.weights));
  TemporaryDirectory folder;
  save_checkpoint(folder / "c", {run(first_, 4, 2), 2, "f", 0});
  TrainingState resumed = run(load_checkpoint(folder / "c")->state, 5, 2);
  EXPECT_TRUE(resumed.weights.equal(once.weights));
  EXPECT_TRUE(resumed.second.equal(once.second));
  EXPECT_EQ(resumed.update, 9);
}

TEST_F(TrainerTest, LearnsTheSameWithAnyNumberOfWorkers) {
  auto& model = std::get<EncoderDecoderOptions>(recipe_.model);
  model.dropout = std::get<RecurrentEncoderOptions>(model.encoder).dropout = 0;
  TrainingState one = run(first_, 3, 1), three = run(first_, 3, 3);
  EXPECT_LT((one.weights - three.weights).abs().max().item<float>(), 1e-4F);
}

TEST_F(TrainerTest, StopsWithAReasonWhenTheLossIsNotANumber) {
  TrainingState broken = copy(first_);
  broken.weights.fill_(std::numeric_limits<float>::quiet_NaN());
  EXPECT_CONTAINS(message_of<InputError>([&] { run(broken, 1, 2); }), "not a number any more at update 1");
}

TEST(Checkpoint, IsRefusedWhenCutOff) {
  TemporaryDirectory folder;
  EXPECT_FALSE(load_checkpoint(folder / "c").has_value());
  TrainingState state{at::ones({4}), at::ones({4}), at::ones({4}), 7, {2, 3}};
  save_checkpoint(folder / "c", {state, 2, "f", 99});
  auto read = load_checkpoint(folder / "c");
  EXPECT_EQ(read->state.update, 7);
  EXPECT_EQ(read->state.position.batch, 3);
  EXPECT_EQ(read->log_bytes, 99);
  truncate_file(folder / "c", fs::file_size(folder / "c") - 1);
  EXPECT_THROW(load_checkpoint(folder / "c"), FileError);
}

TEST(TrainingOutput, IsFreshUnfinishedOrRefused) {
  TemporaryDirectory folder;
  fs::path out = folder / "m";
  { TrainingOutput(out, "a: 1\n", false).open(); }
  EXPECT_EQ(TrainingOutput(out, "a: 1\n", false).state(), TrainingOutput::State::unfinished);
  EXPECT_CONTAINS(message_of<OptionError>([&] { TrainingOutput(out, "a: 2\n", false); }),
                  "'a: 1' then, 'a: 2' now");
  EXPECT_EQ(TrainingOutput(out, "a: 2\n", true).state(), TrainingOutput::State::fresh);
  TrainingOutput holder(out, "a: 1\n", false);
  holder.open();
  EXPECT_CONTAINS(message_of<FileError>([&] { TrainingOutput(out, "a: 1\n", false).open(); }),
                  "another process");
  write_file(folder / "file", "");
  EXPECT_CONTAINS(message_of<FileError>([&] { TrainingOutput(folder / "file/m", "", false); }),
                  "is not a directory");
  EXPECT_CONTAINS(message_of<OptionError>([&] { TrainingOutput(folder.path(), "", true); }), "not a model's");
}

TEST(Train, WritesAModelThatSurvivesLoadingAndIsNotOverwritten) {
  TemporaryDirectory folder;
  TrainRequest request{small_recipe(), folder / "m", false};
  TrainReport report = train(request);
  EXPECT_EQ(report.updates, 12);
  SavedModel a(folder / "m"), b(folder / "m");
  Record record{{"3 March 1998"}, "", 0};
  EXPECT_EQ(a.predict(std::span(&record, 1), {})[0].text, b.predict(std::span(&record, 1), {})[0].text);
  EXPECT_CONTAINS(message_of<OptionError>([&] { train(request); }), "holds a finished model");
  request.overwrite = true;
  std::string before = read_file(folder / "m/model.safetensors");
  train(request);
  EXPECT_EQ(read_file(folder / "m/model.safetensors"), before);
}

TEST(Train, RefusesDataThatChangedSinceItBegan) {
  TemporaryDirectory folder;
  TrainRequest request{small_recipe(), folder / "m", false};
  request.recipe.data.dir = folder.path().string();
  auto write = [&](const std::string& target) {
    write_file(folder / "train.tsv", "ab\t" + target + "\n");
    write_file(folder / "dev.tsv", "ab\tba\n");
  };
  write("ba");
  train(request);
  fs::remove(folder / "m/model.json");  // as if it had been killed before its last file
  write("bb");
  EXPECT_CONTAINS(message_of<InputError>([&] { train(request); }), "the training data is not what it was");
}

}  // namespace
}  // namespace heed
