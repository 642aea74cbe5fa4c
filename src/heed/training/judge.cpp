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
             const MakeModel& make)
    : options_(options) {
  NamedTensors views = layout.views(weights);
  for (int64_t worker = 0; worker < options.workers; ++worker) {
    Seat seat;
    seat.parameters = std::make_unique<Parameters>(Parameters::over(views, "the checkpoint"));
    seat.model = make(*seat.parameters);
    seat.predictor = seat.model->predictor();
    seats_.push_back(std::move(seat));
  }
}

double Judge::loss(std::span<const Example> examples, Workers& workers) {
  auto plan = plan_batches(lengths_of(examples), options_.batch_tokens, 0, 0);
  std::vector<Loss> losses(plan.size());
  workers.run([&](int64_t worker) {
    at::NoGradGuard no_gradient;
    const Seat& seat = seats_[static_cast<std::size_t>(worker)];
    for (auto i = static_cast<std::size_t>(worker); i < plan.size(); i += seats_.size())
      losses[i] = seat.model->loss(deal(examples, plan[i], 1)[0], {});
  });
  double sum = 0;
  int64_t count = 0;
  for (const Loss& loss : losses) {
    sum += loss.sum.item<double>();
    count += loss.count;
  }
  return count == 0 ? 0 : sum / static_cast<double>(count);
}

std::vector<Score> Judge::scores(const HeldOut& held_out, const Task& task, Workers& workers) {
  std::size_t count = held_out.examples.size();
  auto wanted = static_cast<std::size_t>(options_.validation.sentences);
  if (wanted > 0) count = std::min(count, wanted);
  std::vector<Prediction> predictions(count);
  PredictOptions predict;
  predict.search.beam = options_.validation.beam;
  predict.attention = false;
  workers.run([&](int64_t worker) {
    std::vector<Example> hand;
    for (auto i = static_cast<std::size_t>(worker); i < count; i += seats_.size())
      hand.push_back(held_out.examples[i]);
    auto outputs = seats_[static_cast<std::size_t>(worker)].predictor->predict(hand, predict);
    for (std::size_t i = 0; i < hand.size(); ++i)
      predictions[static_cast<std::size_t>(worker) + i * seats_.size()] = task.decode(outputs[i], hand[i]);
  });
  return task.score(predictions, held_out.records.first(count));
}

Judgement Judge::judge(const HeldOut& held_out, const Task& task, Workers& workers) {
  Judgement judgement;
  judgement.loss = loss(held_out.examples, workers);
  if (options_.validation.by == "metric") judgement.scores = scores(held_out, task, workers);
  return judgement;
}

}  // namespace heed
