#include "heed/training/judge.h"

#include <ATen/ATen.h>

#include <cstdio>

#include "heed/training/batches.h"

namespace heed {

std::string Judgement::text() const {
  char part[120];
  std::snprintf(part, sizeof part, "dev loss %.4f", loss);
  std::string text = part;
  for (const Score& score : scores) {
    std::snprintf(part, sizeof part, ", %s %.2f%s", score.name.c_str(), score.score,
                  score.percentage ? "%" : "");
    text += part;
  }
  return text;
}

Judge::Judge(const TrainingOptions& options, const FlatLayout& layout, const Tensor& weights,
             const Task& task, const MakeModel& make)
    : options_(options), task_(task) {
  NamedTensors views = layout.views(weights);
  for (int64_t worker = 0; worker < options.workers; ++worker) {
    WorkerModel own;
    own.parameters = std::make_unique<Parameters>(Parameters::over(views, "the checkpoint"));
    own.model = make(*own.parameters);
    own.predictor = make_predictor(*own.model, task);
    worker_models_.push_back(std::move(own));
  }
}

double Judge::loss(std::span<const Example> examples, ThreadPool& workers) {
  const Schema schema = task_.schema();
  OwnedSizes sizes(schema);
  for (const Example& example : examples) sizes.add(lengths_of(example, schema), task_.cost(example));
  auto plan = plan_batches(sizes.view(), BatchBudget{options_.batch_tokens, 0}, 0);
  std::vector<Loss> losses(plan.size());
  workers.run([&](int64_t worker) {
    at::NoGradGuard no_gradient;
    const WorkerModel& own = worker_models_[static_cast<std::size_t>(worker)];
    for (auto i = static_cast<std::size_t>(worker); i < plan.size(); i += worker_models_.size())
      losses[i] = own.model->loss(deal(examples, schema, plan[i], 1)[0], {});
  });
  double sum = 0;
  int64_t count = 0;
  for (const Loss& loss : losses) {
    sum += loss.sum.item<double>();
    count += loss.count;
  }
  return count == 0 ? 0 : sum / static_cast<double>(count);
}

std::vector<Score> Judge::scores(const HeldOut& held_out, ThreadPool& workers) {
  std::size_t count = held_out.examples.size();
  auto wanted = static_cast<std::size_t>(options_.validation.sentences);
  if (wanted > 0) count = std::min(count, wanted);
  std::vector<Prediction> predictions(count);
  PredictOptions predict;
  predict.search.beam = options_.validation.beam;
  predict.attention = false;
  workers.run([&](int64_t worker) {
    std::vector<Example> hand;
    for (auto i = static_cast<std::size_t>(worker); i < count; i += worker_models_.size())
      read_stored_columns(hand.emplace_back(held_out.examples[i]));
    auto outputs = worker_models_[static_cast<std::size_t>(worker)].predictor->predict(hand, predict);
    for (std::size_t i = 0; i < hand.size(); ++i)
      predictions[static_cast<std::size_t>(worker) + i * worker_models_.size()] =
          task_.decode(outputs[i], hand[i]);
  });
  return score_all(task_.metrics(), predictions, held_out.records.first(count));
}

Judgement Judge::judge(const HeldOut& held_out, ThreadPool& workers) {
  Judgement judgement;
  judgement.loss = loss(held_out.examples, workers);
  if (options_.validation.by == "metric") judgement.scores = scores(held_out, workers);
  return judgement;
}

}  // namespace heed
