#include <ATen/ATen.h>
#include <gtest/gtest.h>
#include <torch/optim/adam.h>
#include <torch/optim/adamw.h>
#include <torch/optim/sgd.h>

#include <atomic>
#include <fstream>

#include "gradient_check.h"
#include "heed/base/error.h"
#include "heed/training/checkpoint.h"
#include "heed/training/events.h"
#include "heed/training/examples.h"
#include "heed/training/optimisers.h"
#include "heed/training/output.h"
#include "heed/training/train.h"
#include "message.h"
#include "temporary_directory.h"

namespace heed {
namespace {

// Twenty steps of ours and of torch's own from the same weights along the same gradients.
template <class Theirs, class TheirOptions>
double distance_to_torch(const OptimiserOptions& ours, double scale, const TheirOptions& their_options) {
  Tensor weights = made_up({33}, "w", at::kFloat), theirs = weights.clone().requires_grad_(true);
  Tensor slots[2] = {at::zeros({33}), at::zeros({33})};
  auto optimiser = make_optimiser(ours);
  Theirs their_optimiser({theirs}, their_options);
  for (int64_t update = 1; update <= 20; ++update) {
    Tensor gradient = made_up({33}, "g" + std::to_string(update), at::kFloat);
    theirs.mutable_grad() = gradient * scale;
    their_optimiser.step();
    Slices slices{weights.data_ptr<float>(),
                  gradient.data_ptr<float>(),
                  {slots[0].data_ptr<float>(), slots[1].data_ptr<float>()},
                  33};
    optimiser->step(slices, {scale, optimiser->rate(), update});
  }
  return (weights - theirs).abs().max().item<float>();
}

TEST(Optimisers, EqualTorchs) {
  AdamOptions adam;
  adam.rate = 0.01;
  EXPECT_LT(distance_to_torch<torch::optim::Adam>(adam, 0.5, torch::optim::AdamOptions(0.01)), 1e-6);
  AdamWOptions adamw;
  adamw.rate = 0.01;
  adamw.decay = 0.1;
  EXPECT_LT(
      distance_to_torch<torch::optim::AdamW>(adamw, 1, torch::optim::AdamWOptions(0.01).weight_decay(0.1)),
      1e-6);
  for (bool nesterov : {false, true}) {
    SgdOptions sgd{0.05, 0.8, nesterov};
    EXPECT_LT(distance_to_torch<torch::optim::SGD>(
                  sgd, 0.3, torch::optim::SGDOptions(0.05).momentum(0.8).nesterov(nesterov)),
              1e-6);
  }
}

// torch's C++ has no Adadelta: the paper's algorithm 1, in double.
TEST(Adadelta, FollowsThePaper) {
  float weight = 1, gradient = 0, squares_slot = 0, steps_slot = 0;
  double w = 1, squares = 0, steps = 0;
  auto optimiser = make_optimiser(AdadeltaOptions{1.0, 0.9, 1e-6});
  for (int64_t t = 1; t <= 30; ++t) {
    double g = std::cos(static_cast<double>(t));
    squares = 0.9 * squares + 0.1 * g * g;
    double d = -std::sqrt(steps + 1e-6) / std::sqrt(squares + 1e-6) * g;
    steps = 0.9 * steps + 0.1 * d * d;
    w += d;
    gradient = static_cast<float>(g);
    optimiser->step({&weight, &gradient, {&squares_slot, &steps_slot}, 1}, {1, optimiser->rate(), t});
  }
  EXPECT_NEAR(weight, w, 1e-5);
}

TEST(Schedule, RisesAndFallsAsItsNameSays) {
  auto factor = [](const ScheduleOptions& options, int64_t update, int64_t drops = 0) {
    return schedule_factor(options, {update, 1000, drops});
  };
  EXPECT_DOUBLE_EQ(factor(ConstantOptions{{10}}, 5), 0.5);
  EXPECT_DOUBLE_EQ(factor(ConstantOptions{{10}}, 500), 1);
  EXPECT_DOUBLE_EQ(factor(InverseSqrtOptions{{100}}, 100), 1);
  EXPECT_DOUBLE_EQ(factor(InverseSqrtOptions{{100}}, 400), 0.5);
  EXPECT_DOUBLE_EQ(factor(LinearOptions{{0}, 0.0}, 750), 0.25);
  EXPECT_DOUBLE_EQ(factor(LinearOptions{{0}, 0.5}, 1000), 0.5);
  EXPECT_DOUBLE_EQ(factor(HalvingOptions{{0}, 300, 100, 0.5}, 399), 1);
  EXPECT_DOUBLE_EQ(factor(HalvingOptions{{0}, 300, 100, 0.5}, 500), 0.25);
  EXPECT_DOUBLE_EQ(factor(PlateauOptions{{0}, 2, 0.5}, 500, 3), 0.125);
}

TEST(Standing, KeepsTheBestAndKnowsWhenItIsEnough) {
  TrainingOptions options;
  options.validation.patience = 3;
  options.final.average = 2;
  options.schedule = PlateauOptions{{0}, 2, 0.5};
  Standing standing(options);
  std::vector<bool> best, plateau;
  for (double value : {1.0, 3.0, 2.0, 3.0, 2.5}) {
    EXPECT_FALSE(standing.enough());
    auto verdict = standing.add({static_cast<int64_t>(best.size()) + 1, value, 1.0});
    best.push_back(verdict.best);
    plateau.push_back(verdict.plateau);
  }
  EXPECT_EQ(best, (std::vector<bool>{true, true, false, false, false}));
  EXPECT_EQ(plateau, (std::vector<bool>{false, false, false, true, false}));
  EXPECT_TRUE(standing.enough());
  ASSERT_EQ(standing.kept().size(), 2U);
  EXPECT_EQ(standing.kept()[0].update, 2);
  EXPECT_EQ(standing.kept()[1].update, 4);
  Standing again(options);
  again.from_text(standing.to_text());
  EXPECT_EQ(again.to_text(), standing.to_text());
  EXPECT_TRUE(again.enough());
  EXPECT_THROW(again.from_text("1 2 3"), FileError);
}

TEST(Standing, OfEqualScoresTheSmallerLossIsBetterAndWhatIsNotFiniteNeverIs) {
  Standing standing{TrainingOptions()};
  double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(standing.add({1, nan, nan}).best);
  EXPECT_TRUE(standing.kept().empty());
  EXPECT_TRUE(standing.add({2, 0.5, 2.0}).best);
  EXPECT_TRUE(standing.add({3, 0.5, 1.5}).best);
  EXPECT_FALSE(standing.add({4, 0.5, 1.7}).best);
  EXPECT_FALSE(standing.add({5, 0.9, nan}).keep);
  EXPECT_EQ(standing.kept()[0].update, 3);
}

// Values of the polynomial's own check sequence and of the format's masking, by hand.
TEST(Events, AreFramedAsTensorBoardReadsThem) {
  EXPECT_EQ(crc32c("123456789"), 0xE3069283U);
  std::string event = scalar_event(1.5, 300, "train/loss", 2.0F);
  uint64_t length = 0;
  for (int i = 7; i >= 0; --i)
    length = length << 8 | static_cast<unsigned char>(event[static_cast<std::size_t>(i)]);
  EXPECT_EQ(event.size(), length + 16);
  std::string message = event.substr(12, length);
  EXPECT_EQ(message, std::string("\x09\0\0\0\0\0\0\xF8\x3F"  // 1: 1.5
                                 "\x10\xAC\x02"              // 2: 300
                                 "\x2A\x13\x0A\x11"          // 5: Summary, 1: Value
                                 "\x0A\x0Atrain/loss"        // 1: tag
                                 "\x15\0\0\0\x40",
                                 33));  // 2: 2.0
  TemporaryDirectory folder;
  { EventFile(folder / "e", 0).write(1, "a", 1); }
  auto mark = static_cast<int64_t>(fs::file_size(folder / "e"));
  { EventFile(folder / "e", mark).write(2, "a", 1); }
  std::string whole = read_file(folder / "e");
  { EventFile(folder / "e", mark).write(2, "a", 1); }
  EXPECT_EQ(fs::file_size(folder / "e"), whole.size());
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
  save_checkpoint(folder / "c", {run(first_, 4, 2), Standing(recipe_.training), {}, {}, 2, "f"});
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
    for (const auto& some : members) batches.push_back({deal(examples_.train(), some, 1), {}});
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
  made.standing = Standing(options);
  made.tally = {0.1, 5, 1};
  made.journal = {99, 3};
  made.data_fingerprint = "f";
  save_checkpoint(folder / "c", made);
  auto read = load_checkpoint(folder / "c", options);
  EXPECT_EQ(read->state.update, 7);
  EXPECT_EQ(read->state.position.batch, 3);
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
    TrainingOutput output(out, "a: 1\n", false);
    output.open();
    EXPECT_EQ(TrainingOutput(out, "a: 2\n", false).state(), TrainingOutput::State::fresh) << "not begun yet";
    output.begin();
  }
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
