#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include <fstream>

#include "gradient_check.h"
#include "heed/base/error.h"
#include "heed/training/checkpoint.h"
#include "heed/training/dry_run.h"
#include "heed/training/examples.h"
#include "heed/training/first_weights.h"
#include "heed/training/output.h"
#include "heed/training/train.h"
#include "message.h"
#include "temporary_directory.h"

namespace heed {
namespace {

Recipe small_recipe() {
  Recipe recipe;
  DatesOptions dates;
  dates.lines = 300;
  dates.dev_lines = 20;
  recipe.data.generator = dates;
  auto& model = std::get<EncoderDecoderOptions>(recipe.model);
  auto& encoder = std::get<RecurrentEncoderOptions>(model.encoder);
  model.embedding.width = encoder.width = 8;
  model.dropout.tokens = model.dropout.embedding = model.dropout.layers = model.dropout.readout = 0.2;
  auto& decoder = std::get<BahdanauDecoderOptions>(model.decoder);
  decoder.width = decoder.readout = 8;
  recipe.training.updates = 12;
  recipe.training.checkpoint_every = 5;
  recipe.training.validation.every = 4;
  recipe.training.log_every = 1;
  recipe.training.batch_tokens = 400;
  return recipe;
}

// The recipe's examples, with a folder of their own for the index.
struct SomeExamples {
  SomeExamples(const Recipe& recipe, Task& task)
      : prepared(recipe.data, recipe.task, task, {folder / "i", ""}) {
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
      ASSERT_EQ(batch.shards[0][0].ids, all[i].shards[0][0].ids);
      ASSERT_EQ(batch.shards[1][1].ids, all[i].shards[1][1].ids);
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
    Tensor weights = at::zeros({layout_->size()});
    at::NoGradGuard no_gradient;
    NamedTensors views = layout_->views(weights);
    for (std::size_t i = 0; i < views.size(); ++i) views[i].second.copy_(drawn.all()[i].second);
    recipe_.training.ema = 0.9;
    recipe_.training.accumulate = 2;
    first_ = first_state(recipe_.training, weights);
  }

  static TrainingState copy(const TrainingState& s) {
    TrainingState made = s;
    made.weights = s.weights.clone();
    made.average = s.average.clone();
    for (Tensor& slot : made.slots) slot = slot.clone();
    return made;
  }

  TrainingState run(const TrainingState& from, int64_t updates, int64_t workers) {
    TrainingOptions options = recipe_.training;
    options.workers = workers;
    Trainer trainer(options, *layout_, copy(from), [&](Parameters& p) -> std::unique_ptr<Objective> {
      return make_model(recipe_.model, *task_, Scope(p));
    });
    BatchStream stream(examples_.train(), {options.batch_tokens, workers, 1}, from.position);
    for (int64_t i = 0; i < updates; ++i) {
      std::vector<UpdateBatch> batches;
      for (int64_t b = 0; b < options.accumulate; ++b) batches.push_back(stream.take());
      trainer.update(batches);
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
  save_checkpoint(folder / "c", {run(first_, 4, 2), ValidationHistory(recipe_.training), {}, {}, 2, "f"});
  TrainingState resumed = run(load_checkpoint(folder / "c", recipe_.training)->state, 5, 2);
  EXPECT_TRUE(resumed.weights.equal(once.weights));
  EXPECT_TRUE(resumed.average.equal(once.average));
  EXPECT_FALSE(resumed.average.equal(once.weights));
  EXPECT_TRUE(resumed.slots[1].equal(once.slots[1]));
  EXPECT_EQ(resumed.update, 9);
}

TEST_F(TrainerTest, LearnsTheSameWithAnyNumberOfWorkers) {
  auto& model = std::get<EncoderDecoderOptions>(recipe_.model);
  model.dropout = {};
  TrainingState one = run(first_, 3, 1), three = run(first_, 3, 3);
  EXPECT_LT((one.weights - three.weights).abs().max().item<float>(), 1e-4F);
}

// Two batches of one update are one batch of both.
TEST_F(TrainerTest, AccumulatesTheGradientOfAllItsBatches) {
  std::get<EncoderDecoderOptions>(recipe_.model).dropout = {};
  std::get<AdamOptions>(recipe_.training.optimiser).epsilon = 1;  // steps in proportion to the gradient
  auto weights_after = [&](std::vector<std::vector<int32_t>> members) {
    TrainingOptions options = recipe_.training;
    options.workers = 1;
    Trainer trainer(options, *layout_, copy(first_), [&](Parameters& p) -> std::unique_ptr<Objective> {
      return make_model(recipe_.model, *task_, Scope(p));
    });
    std::vector<UpdateBatch> batches;
    for (const auto& some : members) batches.push_back({deal(examples_.train(), some, 1, {}), {}});
    trainer.update(batches);
    return trainer.state().weights;
  };
  Tensor apart = weights_after({{0, 1, 2}, {3, 4}}), together = weights_after({{0, 1, 2, 3, 4}});
  EXPECT_LT((apart - together).abs().max().item<float>(), 1e-7F);
  EXPECT_GT((apart - first_.weights).abs().max().item<float>(), 1e-5F);
}

TEST_F(TrainerTest, SkipsAndCountsAnUpdateWhoseLossIsNotFinite) {
  TrainingState broken = copy(first_);
  broken.weights[0] = std::numeric_limits<float>::quiet_NaN();
  TrainingState after = run(broken, 2, 2);
  EXPECT_EQ(after.update, 2);
  EXPECT_EQ(after.steps, 0);
  EXPECT_EQ(after.skipped_in_row, 2);
  EXPECT_TRUE(after.weights.slice(0, 1).equal(first_.weights.slice(0, 1)));
  EXPECT_TRUE(after.slots[0].equal(first_.slots[0]));
}

TEST(Checkpoint, IsRefusedWhenCutOff) {
  TemporaryDirectory folder;
  TrainingOptions options;
  EXPECT_FALSE(load_checkpoint(folder / "c", options).has_value());
  Checkpoint made;
  made.state = first_state(options, at::ones({4}));
  made.state.update = 7;
  made.state.position = {2, 3};
  made.state.seconds = 0.3;
  made.history = ValidationHistory(options);
  made.tally = {0.1, 5, 1};
  made.journal = {99, 3};
  made.data_fingerprint = "f";
  save_checkpoint(folder / "c", made);
  auto read = load_checkpoint(folder / "c", options);
  EXPECT_EQ(read->state.update, 7);
  EXPECT_EQ(read->state.position.batch, 3);
  EXPECT_EQ(read->state.seconds, 0.3);
  EXPECT_EQ(read->tally.loss, 0.1);
  EXPECT_EQ(read->journal.log, 99);
  options.ema = 0.9;
  EXPECT_CONTAINS(message_of<FileError>([&] { load_checkpoint(folder / "c", options); }), "'average'");
  options.ema = 0;
  truncate_file(folder / "c", fs::file_size(folder / "c") - 1);
  EXPECT_THROW(load_checkpoint(folder / "c", options), FileError);
}

TEST(TrainingOutput, IsFreshUnfinishedOrRefused) {
  TemporaryDirectory folder;
  fs::path out = folder / "m";
  {
    TrainingOutput output(out, "a: 1\n", {});
    output.open();
    EXPECT_EQ(TrainingOutput(out, "a: 2\n", {}).state(), TrainingOutput::State::fresh) << "not begun yet";
    output.begin();
  }
  EXPECT_EQ(TrainingOutput(out, "a: 1\n", {}).state(), TrainingOutput::State::unfinished);
  EXPECT_CONTAINS(message_of<OptionError>([&] { TrainingOutput(out, "a: 2\n", {}); }),
                  "'a: 1' then, 'a: 2' now");
  EXPECT_EQ(TrainingOutput(out, "a: 2\n", {.overwrite = true, .obstacle = {}}).state(),
            TrainingOutput::State::fresh);
  TrainingOutput holder(out, "a: 1\n", {});
  holder.open();
  EXPECT_CONTAINS(message_of<FileError>([&] { TrainingOutput(out, "a: 1\n", {}).open(); }),
                  "another process");
  write_file(folder / "file", "");
  EXPECT_CONTAINS(message_of<FileError>([&] { TrainingOutput(folder / "file/m", "", {}); }),
                  "is not a directory");
  EXPECT_CONTAINS(message_of<OptionError>(
                      [&] { TrainingOutput(folder.path(), "", {.overwrite = true, .obstacle = {}}); }),
                  "not a model's");
}

TEST(TrainingOutput, IsFreshWhateverFileAKilledBeginningWasWriting) {
  TemporaryDirectory folder;
  fs::path out = folder / "m";
  TrainingOutput(out, "", {}).open();
  for (const char* file :
       {"examples.idx.partial", "examples.idx", "data.json.partial", "data.json", "recipe.yml.partial"}) {
    write_file(out / "training" / file, "{");
    EXPECT_EQ(TrainingOutput(out, "", {}).state(), TrainingOutput::State::fresh) << file;
  }
  write_file(out / "training" / "thesis.tex.partial", "");
  EXPECT_CONTAINS(
      message_of<OptionError>([&] { TrainingOutput(out, "", {.overwrite = true, .obstacle = {}}); }),
      "not a model's");
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

TEST(Train, EndsWithAModelWhenItsMinutesAreOver) {
  TemporaryDirectory folder;
  TrainRequest request{small_recipe(), folder / "m", false};
  request.recipe.training.updates = 1'000'000;
  request.recipe.training.validation.every = 1'000'000;
  request.recipe.training.minutes = 0.005;
  TrainReport report = train(request);
  EXPECT_TRUE(report.out_of_time);
  EXPECT_GT(report.updates, 0);
  EXPECT_LT(report.updates, 100'000);
  EXPECT_EQ(report.best_update, report.updates) << "validated at the end";
  // Killed before its last file, it has no time left to train on.
  fs::remove(folder / "m/model.json");
  EXPECT_EQ(train(request).updates, report.updates);
}

TEST(FirstWeights, CanBeKnownToBeRefusedWithoutDataAndMemory) {
  Recipe recipe = small_recipe();
  auto task = make_task(recipe.task);
  auto& model = std::get<EncoderDecoderOptions>(recipe.model);
  auto& decoder = std::get<BahdanauDecoderOptions>(model.decoder);
  decoder.width = decoder.readout = 1 << 20;  // terabytes
  require_buildable(recipe, *task);
  recipe.search.coverage_penalty = 0.5;
  require_buildable(recipe, *task);
  model.guide.weight = 1;
  model.guide.toward = "alignment";
  EXPECT_NE(message_of<OptionError>([&] { require_buildable(recipe, *task); }).find("model.guide.toward"),
            std::string::npos);
}

TEST(DryRun, CountsOneGradientForAllWorkersThatUseKernels) {
  Recipe recipe = small_recipe();
  recipe.training.ema = 0.9;
  recipe.training.workers = 1;
  DryRun alone = dry_run(recipe);
  // Weights, their gradient, two moments of Adam, and the average.
  EXPECT_NEAR(static_cast<double>(alone.state_bytes), 5.0 * 4 * static_cast<double>(alone.parameters), 4096);
  recipe.training.workers = 3;
  EXPECT_EQ(dry_run(recipe).state_bytes, alone.state_bytes);
  recipe.training.fused = false;
  EXPECT_EQ(dry_run(recipe).state_bytes, alone.state_bytes / 5 * 7) << "autograd makes one for each worker";
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
