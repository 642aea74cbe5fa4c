#include "heed/training/train.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>

#include "heed/base/error.h"
#include "heed/base/log.h"
#include "heed/base/progress.h"
#include "heed/ops/threads.h"
#include "heed/training/checkpoint.h"
#include "heed/training/examples.h"
#include "heed/training/output.h"

namespace heed {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// log.jsonl: one JSON object a line, never more than what the last checkpoint knows plus what came after it.
class Log {
 public:
  Log(const fs::path& file, int64_t keep) : file_(file) {
    if (fs::exists(file))
      truncate_file(file, std::min<std::size_t>(static_cast<std::size_t>(keep), fs::file_size(file)));
    out_.open(file, std::ios::app | std::ios::binary);
  }

  void write(const nlohmann::ordered_json& entry) {
    out_ << entry.dump() << "\n";
    out_.flush();
    if (!out_) throw FileError("cannot write " + file_.string() + "; is the disk full?");
  }

  int64_t bytes() { return static_cast<int64_t>(fs::file_size(file_)); }

 private:
  fs::path file_;
  std::ofstream out_;
};

class Training {
 public:
  Training(const TrainRequest& request, TrainingOutput& output)
      : request_(request),
        options_(request.recipe.training),
        output_(output),
        task_(make_task(request.recipe.task)),
        examples_(request.recipe.data, request.recipe.task, *task_, output.examples()) {
    Parameters drawn = Parameters::draw(static_cast<uint64_t>(options_.seed));
    make_model(request.recipe.model, *task_, Scope(drawn));
    layout_ = std::make_unique<FlatLayout>(drawn.all());
    report_.parameters = drawn.count();
    initial_ = at::zeros({layout_->size()}, at::TensorOptions().dtype(at::kFloat));
    NamedTensors views = layout_->views(initial_);
    at::NoGradGuard no_gradient;
    for (std::size_t i = 0; i < views.size(); ++i) views[i].second.copy_(drawn.all()[i].second);
  }

  TrainReport run() {
    Checkpoint from = first_state();
    examples_.open();
    Log log(output_.log(), from.log_bytes);
    Trainer trainer(options_, *layout_, std::move(from.state),
                    [&](Parameters& parameters) -> std::unique_ptr<Objective> {
                      return make_model(request_.recipe.model, *task_, Scope(parameters));
                    });
    auto start = Clock::now();
    learn(trainer, log);
    report_.seconds = seconds_since(start);
    // Killed behind its last checkpoint, a training has nothing left to learn but what it came to.
    if (std::isnan(report_.dev_loss)) report_.dev_loss = trainer.loss_on(examples_.dev());
    report_.updates = options_.updates;
    save(trainer);
    return report_;
  }

 private:
  // Nothing to go on from, or nothing that may be gone on from although everything may be overwritten.
  std::optional<Checkpoint> found() const {
    std::optional<Checkpoint> found;
    try {
      found = load_checkpoint(output_.checkpoint());
    } catch (const FileError& error) {
      if (request_.overwrite) return std::nullopt;
      throw FileError(std::string(error.what()) + "; begin again with --overwrite");
    }
    if (!found || (found->data_fingerprint == examples_.fingerprint() &&
                   found->state.weights.numel() == layout_->size()))
      return found;
    if (request_.overwrite) return std::nullopt;
    throw InputError("the training data is not what it was when " + output_.path().string() +
                     " was begun; put it back, choose another --out, or --overwrite");
  }

  Checkpoint first_state() {
    if (auto from = found()) {
      say("going on from update " + std::to_string(from->state.update));
      return std::move(*from);
    }
    Checkpoint fresh;
    fresh.state.weights = initial_;
    fresh.state.first = at::zeros_like(initial_);
    fresh.state.second = at::zeros_like(initial_);
    return fresh;
  }

  void learn(Trainer& trainer, Log& log) {
    BatchStream stream(examples_.train(),
                       {options_.batch_tokens, options_.workers, static_cast<uint64_t>(options_.seed)},
                       trainer.state().position);
    Progress progress("training", options_.updates, trainer.state().update);
    auto start = Clock::now();
    double loss = 0;
    int64_t tokens = 0, all_tokens = 0;
    while (trainer.state().update < options_.updates) {
      UpdateOutcome outcome = trainer.update(stream.take());
      int64_t update = trainer.state().update;
      loss += outcome.loss * static_cast<double>(outcome.tokens);
      tokens += outcome.tokens;
      all_tokens += outcome.tokens;
      report_.tokens_per_second = static_cast<double>(all_tokens) / seconds_since(start);
      progress.update(update, note(loss / static_cast<double>(tokens), report_.tokens_per_second));
      // A checkpoint ends a line of the log, so that a resumed run's lines cover the same updates.
      bool saves = update % options_.checkpoint_every == 0 || update == options_.updates;
      if (update % options_.log_every == 0 || saves) {
        log.write({{"update", update},
                   {"epoch", trainer.state().position.epoch},
                   {"loss", loss / static_cast<double>(tokens)},
                   {"gradient_norm", outcome.gradient_norm},
                   {"tokens", tokens},
                   {"tokens_per_second", std::round(report_.tokens_per_second)}});
        loss = 0;
        tokens = 0;
      }
      if (saves) checkpoint(trainer, log);
    }
  }

  static std::string note(double loss, double rate) {
    char text[96];
    std::snprintf(text, sizeof text, "loss %.4f, %.0f target tokens/s", loss, rate);
    return text;
  }

  void checkpoint(Trainer& trainer, Log& log) {
    report_.dev_loss = trainer.loss_on(examples_.dev());
    log.write({{"update", trainer.state().update}, {"dev_loss", report_.dev_loss}});
    save_checkpoint(output_.checkpoint(),
                    {trainer.state(), options_.workers, examples_.fingerprint(), log.bytes()});
  }

  void save(const Trainer& trainer) {
    NamedTensors weights = layout_->views(trainer.state().weights);
    Parameters parameters = Parameters::over(weights, "the checkpoint");
    std::unique_ptr<Model> model = make_model(request_.recipe.model, *task_, Scope(parameters));
    std::map<std::string, std::string> files = task_->files();
    files["recipe.yml"] = write_options(request_.recipe);
    files["model.safetensors"] = tensors_to_bytes(weights);
    files["model.graph.json"] = graphs_to_json(recorded_graphs(*model));
    write_model(output_.path(), files, {task_->name(), report_.parameters, trainer.state().update});
  }

  const TrainRequest& request_;
  const TrainingOptions& options_;
  TrainingOutput& output_;
  std::unique_ptr<Task> task_;
  TrainingExamples examples_;
  std::unique_ptr<FlatLayout> layout_;
  Tensor initial_;
  TrainReport report_;
};

}  // namespace

TrainReport train(const TrainRequest& request) {
  TrainingOutput output(request.out, write_options(request.recipe), request.overwrite);
  use_one_math_thread();
  keep_freed_memory();
  Training training(request, output);
  output.open();
  return training.run();
}

}  // namespace heed
