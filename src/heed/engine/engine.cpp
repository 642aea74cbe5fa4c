#include "heed/engine/engine.h"

#include <algorithm>
#include <stdexcept>

#include "heed/base/error.h"
#include "heed/engine/contract.h"
#include "heed/engine/outputs.h"
#include "heed/engine/stepper.h"
#include "heed/run/batching.h"

namespace heed::engine {

Engine::Engine(const std::vector<Graph>& graphs, const WeightStore& parameters, const Schema& schema,
               int32_t unknown, std::optional<Shortlist> shortlist)
    : schema_(schema),
      written_(written_column(schema)),
      unknown_(unknown),
      words_(static_cast<int32_t>(schema[written_].size)),
      shortlist_(shortlist) {
  const Graph& encode = graph_of(graphs, "encode");
  Graph step = graph_of(graphs, "step");
  if (shortlist_) shortlist_->check(schema[schema.inputs().at(0)].size, words_);
  auto axes = std::make_shared<Axes>();
  encode_ = std::make_unique<Program>(Builder(encode, parameters, axes).build());
  infer(step, [&](const std::string& name) { return parameters.shape(name); });
  columns_ = require_inputs(encode, step);
  places_ = require_columns(columns_, schema);
  require_tables(encode, parameters, schema);
  require_token_table(step, parameters, words_);
  require_log_probs(step, schema[written_]);
  require_readable(encode, columns_);
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

namespace {

// The groups of examples, by the program that runs their steps.
enum : int64_t { kLateValues, kEarlyValues };

}  // namespace

int64_t Engine::group_of(const Example& example, const StepNeeds& needs) const {
  int64_t length = std::max<int64_t>(1, input_length(example, schema_));
  return early_ && length <= early_->longest_source(needs.width) ? kEarlyValues : kLateValues;
}

std::unique_ptr<Stepper> Engine::start(std::span<const Example* const> examples,
                                       const StepNeeds& needs) const {
  int64_t group = examples.empty() ? kLateValues : group_of(*examples[0], needs);
  for (const Example* example : examples) {
    if (group_of(*example, needs) != group)
      throw std::invalid_argument("expected examples of one group, found several");
  }
  const Program& step = group == kEarlyValues ? *early_step_ : *step_;
  std::unique_ptr<RunBuffers> buffers;
  {
    std::lock_guard hold(guard_);
    auto fits = std::find_if(free_.begin(), free_.end(),
                             [&](const auto& one) { return &one->step.program() == &step; });
    if (fits != free_.end()) {
      buffers = std::move(*fits);
      free_.erase(fits);
    }
  }
  if (!buffers) buffers = std::make_unique<RunBuffers>(columns_, *encode_, step);
  return std::make_unique<EngineStepper>(*this, std::move(buffers), examples, needs);
}

}  // namespace heed::engine
