#include "heed/training/train.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <optional>

#include "heed/base/diagnostics.h"
#include "heed/base/error.h"
#include "heed/base/progress.h"
#include "heed/base/work_clock.h"
#include "heed/ops/threads.h"
#include "heed/training/checkpoint.h"
#include "heed/training/examples.h"
#include "heed/training/first_weights.h"
#include "heed/training/interrupt.h"
#include "heed/training/journal.h"
#include "heed/training/judge.h"
#include "heed/training/output.h"

namespace heed {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// The mean of several sets of flat weights, summed in their order.
Tensor mean_of(std::span<const Tensor> sets) {
  Tensor sum = sets[0].clone();
  for (const Tensor& other : sets.subspan(1)) sum.add_(other);
  return sets.size() == 1 ? sum : sum.div_(static_cast<double>(sets.size()));
}

// Whether a limit is at least what it was before; 0 means no limit.
bool reaches(double now, double before) {
  return now == 0 || (before != 0 && now >= before);
}

// The reason why `recipe` cannot extend a training of the recipe `before`, which may differ only in limits
// that end a training later; "": there is none.
std::string obstacle_to_extension(const Recipe& recipe, const std::string& before) {
  Recipe old = read_options<Recipe>(before, "training/recipe.yml");
  const TrainingOptions &now = recipe.training, then = old.training;
  std::string text = write_options(recipe);
  if (text == before) return "the same";
  auto patience = [](const TrainingOptions& o) { return static_cast<double>(o.validation.patience); };
  if (now.updates < then.updates || !reaches(now.minutes, then.minutes) ||
      !reaches(patience(now), patience(then)))
    return "less: " + first_difference(before, text);
  old.training.updates = now.updates;
  old.training.minutes = now.minutes;
  old.training.validation.patience = now.validation.patience;
  return write_options(old) == text ? "" : first_difference(write_options(old), text);
}

class Training {
 public:
  Training(const TrainRequest& request, TrainingOutput& output)
      : request_(request),
        options_(request.recipe.training),
        output_(output),
        task_(make_task(request.recipe.task)),
        examples_(request.recipe.data, request.recipe.task, *task_,
                  {output.examples(), vocabulary_source(options_.from)}),
        first_(first_weights(request.recipe, *task_, goes_on() ? "" : options_.from.model)) {
    report_.parameters = first_.parameters;
  }

  TrainReport run() {
    Checkpoint from = start();
    examples_.open();
    history_ = std::move(from.history);
    tally_ = from.tally;
    output_.begin();
    output_.keep_only(history_);
    Journal journal(output_.log(), output_.events(), from.journal);
    if (first_.fitted) {
      auto start = Clock::now();
      fit(std::move(from.state), journal);
      report_.seconds = seconds_since(start);
      return report_;
    }
    Trainer trainer(options_, first_.layout, std::move(from.state), make_);
    Judge judge(options_, first_.layout, trainer.judged(), *task_, make_);
    auto start = Clock::now();
    learn(trainer, judge, journal);
    report_.seconds = seconds_since(start);
    report_.updates = trainer.state().update;
    if (!report_.stopped) finish(trainer, journal);
    return report_;
  }

 private:
  bool goes_on() const {
    return output_.state() == TrainingOutput::State::unfinished && fs::exists(output_.checkpoint());
  }

  // Returns nothing if there is no checkpoint, or if it cannot be used but may be overwritten.
  std::optional<Checkpoint> found() const {
    std::optional<Checkpoint> found;
    if (output_.state() == TrainingOutput::State::fresh) return found;
    try {
      found = load_checkpoint(output_.checkpoint(), options_);
    } catch (const FileError& error) {
      if (request_.overwrite) return std::nullopt;
      throw FileError(std::string(error.what()) + "; begin again with --overwrite");
    }
    if (!found || (found->data_fingerprint == examples_.fingerprint() &&
                   found->state.weights.numel() == first_.layout.size()))
      return found;
    if (request_.overwrite) return std::nullopt;
    throw InputError("the training data is not what it was when " + output_.path().string() +
                     " was begun; put it back, choose another --out, or --overwrite");
  }

  Checkpoint start() {
    if (auto from = found()) {
      say("going on from update " + std::to_string(from->state.update));
      return std::move(*from);
    }
    if (!options_.from.model.empty()) {
      if (!first_.taken) first_ = first_weights(request_.recipe, *task_, options_.from.model);
      for (const std::string& line : first_.taken->lines()) say(line);
    }
    Checkpoint fresh;
    fresh.state = first_state(options_, first_.flat);
    fresh.history = ValidationHistory(options_);
    return fresh;
  }

  void learn(Trainer& trainer, Judge& judge, Journal& journal) {
    BatchStream stream(
        examples_.train(),
        {options_.batch_tokens, options_.workers, static_cast<uint64_t>(options_.seed), task_.get()},
        trainer.state().position);
    Progress progress("training", options_.updates, trainer.state().update);
    Interrupt interrupt;
    auto start = Clock::now();
    int64_t tokens = 0;
    std::vector<UpdateBatch> batches(static_cast<std::size_t>(options_.accumulate));
    while (trainer.state().update < options_.updates && !history_.enough() && !out_of_time(trainer)) {
      WorkClock clock(options_.workers);
      for (UpdateBatch& batch : batches) batch = stream.take();
      UpdateOutcome outcome = trainer.update(batches);
      trainer.add_work(clock.seconds());
      int64_t update = trainer.state().update;
      tally_.add(outcome);
      tokens += outcome.tokens;
      report_.tokens_per_second = static_cast<double>(tokens) / seconds_since(start);
      progress.update(update, note(trainer, outcome), spent(options_, trainer.state()));
      if (update % options_.log_every == 0) {
        journal.training(trainer.state(), outcome, tally_, report_.tokens_per_second);
        tally_ = {};
      }
      require_finite(trainer.state());
      bool last = update == options_.updates || out_of_time(trainer);
      bool validates = update % options_.validation.every == 0 || last;
      if (validates) validate(trainer, judge, journal);
      report_.stopped = interrupt.wished() && !last;
      if (validates || report_.stopped || update % options_.checkpoint_every == 0) save(trainer, journal);
      report_.exit_code = report_.stopped ? interrupt.exit_code() : 0;
      if (report_.stopped) return;
    }
    progress.finish();
  }

  void require_finite(const TrainingState& state) const {
    if (state.skipped_in_row < options_.max_skipped) return;
    throw InputError("the loss was not finite in the last " + std::to_string(state.skipped_in_row) +
                     " updates, up to update " + std::to_string(state.update) +
                     "; train again with a lower training.optimiser.rate" +
                     (options_.clip > 0 ? " or training.clip" : " or with training.clip=1") +
                     ", into another --out or with --overwrite");
  }

  bool out_of_time(const Trainer& trainer) const { return spent(options_, trainer.state()) >= 1; }

  std::string note(const Trainer& trainer, const UpdateOutcome& outcome) const {
    char text[96], minutes[64] = "";
    if (options_.minutes > 0)
      std::snprintf(minutes, sizeof minutes, ", %.1f of %.1f min", trainer.state().seconds / 60,
                    options_.minutes);
    std::snprintf(text, sizeof text, "loss %.4f, %.0f ", outcome.loss, report_.tokens_per_second);
    return text + task_->unit() + "/s" + minutes;
  }

  void validate(Trainer& trainer, Judge& judge, Journal& journal) {
    Judgement judgement = judge.judge(held_out(), trainer.workers());
    int64_t update = trainer.state().update;
    double value = judgement.scores.empty() ? -judgement.loss : judgement.scores[0].score;
    if (!judgement.scores.empty() && !judgement.scores[0].higher_is_better) value = -value;
    ValidationHistory::Verdict verdict = history_.add({update, value, judgement.loss});
    if (verdict.keep) save_weights(output_.kept(update), trainer.judged());
    if (verdict.plateau) trainer.drop_rate();
    journal.validation(trainer.state(), judgement, verdict.best);
    say("update " + std::to_string(update) + ": " + judgement.text() + (verdict.best ? ", best so far" : ""));
  }

  // Saves the kept weights first, then the checkpoint that names them, and then deletes weights that it no
  // longer names: if killed in between, nothing that a checkpoint needs is missing.
  void save(const Trainer& trainer, Journal& journal) {
    save_checkpoint(output_.checkpoint(), {trainer.state(), history_, tally_, journal.mark(),
                                           options_.workers, examples_.fingerprint()});
    output_.keep_only(history_);
  }

  void finish(Trainer& trainer, Journal& journal) {
    std::vector<Tensor> sets;
    for (const ValidationResult& kept : history_.kept())
      sets.push_back(load_weights(output_.kept(kept.update), first_.layout.size()));
    if (sets.empty()) {
      throw InputError(
          "the loss on the held-out data was not finite at any validation; train again with a lower "
          "training.optimiser.rate, into another --out or with --overwrite");
    }
    Tensor flat = mean_of(sets);
    report_.averaged = static_cast<int64_t>(sets.size());
    report_.enough = history_.enough();
    report_.out_of_time = out_of_time(trainer);
    report_.best_update = history_.best()[0].update;
    write(flat, trainer.state(), trainer.workers(), journal);
  }

  // Fits a model without gradients. If this is interrupted, it starts again from the beginning.
  void fit(TrainingState state, Journal& journal) {
    Parameters parameters = Parameters::over(first_.layout.views(state.weights), "the parameters");
    std::unique_ptr<Model> model = make_(parameters);
    Progress progress("fitting", examples_.train().size());
    WorkClock clock(1);
    model->fitted()->fit(examples_.train(), progress);
    progress.finish();
    state.seconds = clock.seconds();
    ThreadPool workers(options_.workers, use_one_math_thread);
    write(state.weights, state, workers, journal);
  }

  // Writes the model with these weights, after validating it.
  void write(const Tensor& flat, const TrainingState& state, ThreadPool& workers, Journal& journal) {
    report_.dev = Judge(options_, first_.layout, flat, *task_, make_).judge(held_out(), workers);
    journal.final(state, report_.dev);
    NamedTensors weights = first_.layout.views(flat);
    Parameters parameters = Parameters::over(weights, "the checkpoint");
    std::unique_ptr<Model> model = make_(parameters);
    std::map<std::string, std::string> files = task_->files();
    files["recipe.yml"] = write_options(request_.recipe);
    files["model.safetensors"] = tensors_to_bytes(weights);
    files["model.graph.json"] = graphs_to_json(recorded_graphs(*model));
    write_model(output_.path(), files, {task_->name(), report_.parameters, state.update});
  }

  HeldOut held_out() const { return {examples_.dev(), examples_.dev_records()}; }

  const TrainRequest& request_;
  const TrainingOptions& options_;
  TrainingOutput& output_;
  std::unique_ptr<Task> task_;
  TrainingExamples examples_;
  FirstWeights first_;
  ValidationHistory history_;
  Tally tally_;
  TrainReport report_;
  Judge::MakeModel make_ = [this](Parameters& parameters) {
    return make_model(request_.recipe.model, *task_, Scope(parameters));
  };
};

}  // namespace

TrainReport train(const TrainRequest& request) {
  if (request.overwrite && request.extend)
    throw OptionError("--overwrite replaces a model and --extend goes on with it; leave out one of them");
  TrainingOutput::OverwritePolicy policy{request.overwrite, {}};
  if (request.extend)
    policy.obstacle = [&](const std::string& before) {
      return obstacle_to_extension(request.recipe, before);
    };
  TrainingOutput output(request.out, write_options(request.recipe), policy);
  use_one_math_thread();
  keep_freed_memory();
  Training training(request, output);
  output.open();
  return training.run();
}

}  // namespace heed
