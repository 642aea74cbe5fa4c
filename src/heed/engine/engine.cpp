#include "heed/engine/engine.h"

#include <algorithm>

#include "heed/base/error.h"
#include "heed/engine/contract.h"
#include "heed/engine/stepper.h"

namespace heed::engine {

Engine::Engine(const std::vector<Graph>& graphs, const Parameters& parameters, const TaskSizes& sizes,
               int32_t unknown, std::optional<Shortlist> shortlist)
    : unknown_(unknown), words_(static_cast<int32_t>(sizes.target_vocabulary)), shortlist_(shortlist) {
  const Graph& encode = graph_of(graphs, "encode");
  Graph step = graph_of(graphs, "step");
  if (shortlist_) shortlist_->check(sizes.source_vocabulary, sizes.target_vocabulary);
  auto axes = std::make_shared<Axes>();
  encode_ = std::make_unique<Program>(Builder(encode, parameters, axes).build());
  infer(step, [&](const std::string& name) { return parameters.shape(name); });
  require_inputs(encode, step);
  require_tables(encode, step, parameters, sizes);
  require_log_probs(step, sizes);
  for (const OutputPort& output : step.outputs)
    if (output.use == Use::log_probs) log_probs_ = output.name;
  encode_attention_ = attention_of(encode);
  step_attention_ = attention_of(step);
  output_ = OutputLayer::take_from(step, parameters);
  if (shortlist_ && !output_)
    throw InputError(
        "expected a step that ends in a product with the vocabulary, which a shortlist chooses "
        "from; found one that copies");
  step_ = std::make_unique<Program>(Builder(step, parameters, axes).build());
  early_ = make_values_early(step, *step_, parameters);
  if (early_) early_step_ = std::make_unique<Program>(Builder(early_->step, parameters, axes).build());
}

Engine::~Engine() = default;

std::unique_ptr<Stepper> Engine::start(std::span<const Example* const> examples,
                                       const StepNeeds& needs) const {
  std::size_t longest = 1;
  for (const Example* example : examples) longest = std::max(longest, example->source.ids.size());
  bool early = early_ &&
               early_->pay(static_cast<int64_t>(examples.size()), static_cast<int64_t>(longest), needs.width);
  const Program& step = early ? *early_step_ : *step_;
  std::unique_ptr<Room> room;
  {
    std::lock_guard hold(guard_);
    auto fits = std::find_if(free_.begin(), free_.end(),
                             [&](const auto& one) { return &one->step.program() == &step; });
    if (fits != free_.end()) {
      room = std::move(*fits);
      free_.erase(fits);
    }
  }
  if (!room) room = std::make_unique<Room>(*encode_, step);
  return std::make_unique<EngineStepper>(*this, std::move(room), examples, needs);
}

}  // namespace heed::engine
