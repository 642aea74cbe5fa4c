#include "heed/engine/forward.h"

#include <algorithm>

#include "heed/base/error.h"
#include "heed/engine/contract.h"
#include "heed/engine/outputs.h"

namespace heed::engine {

struct Forward::Buffers {
  Buffers(const ColumnPlan& plan, const Program& program) : columns(plan), memory(program) {}

  ColumnBuffers columns;
  ProgramMemory memory;
  std::vector<ColumnView> views;
};

Forward::Forward(const Graph& graph, const WeightStore& parameters, const Schema& schema)
    : columns_(require_inputs(graph)), places_(require_columns(columns_, schema)) {
  program_ = std::make_unique<Program>(Builder(graph, parameters).build());
  require_tables(graph, parameters, schema);
  require_answers(graph, schema);
  for (const OutputPort& output : attention_of(graph)) blocks_.push_back(output.block);
  has_evidence_ = std::any_of(graph.outputs.begin(), graph.outputs.end(),
                              [](const OutputPort& output) { return output.use == Use::evidence; });
  for (std::size_t input : schema.inputs()) inputs_.push_back(schema[input].name);
  require_readable(graph, columns_);
}

bool Forward::attends() const {
  return has_evidence_ || std::any_of(blocks_.begin(), blocks_.end(), [&](const AttentionBlock& block) {
           return std::find(inputs_.begin(), inputs_.end(), block.rows) == inputs_.end();
         });
}

bool Forward::reads_by_attention() const {
  return std::any_of(blocks_.begin(), blocks_.end(), [&](const AttentionBlock& block) {
    return std::find(inputs_.begin(), inputs_.end(), block.rows) != inputs_.end();
  });
}

Forward::~Forward() = default;

std::unique_ptr<Forward::Buffers> Forward::take_buffers() const {
  std::lock_guard hold(guard_);
  if (free_.empty()) return std::make_unique<Buffers>(columns_, *program_);
  std::unique_ptr<Buffers> taken = std::move(free_.back());
  free_.pop_back();
  return taken;
}

std::vector<RawOutput> Forward::run(std::span<const Example* const> examples, bool attention) const {
  std::unique_ptr<Buffers> buffers = take_buffers();
  buffers->views.clear();
  for (const Example* example : examples)
    for (std::size_t place : places_) buffers->views.emplace_back((*example)[place]);
  buffers->columns.read(buffers->views, static_cast<int64_t>(examples.size()));
  Sizes sizes;
  buffers->columns.set_sizes(program_->axes(), sizes);
  buffers->columns.bind(buffers->memory);
  buffers->memory.reserve(sizes, 0);
  buffers->memory.run(sizes);
  OutputReader reader(buffers->memory, sizes, columns_, buffers->columns);
  std::vector<RawOutput> outputs(examples.size());
  for (std::size_t i = 0; i < examples.size(); ++i) {
    auto row = static_cast<int64_t>(i);
    for (const OutputPort& output : program_->parts().declared_outputs)
      if (output.use == Use::array || output.use == Use::evidence)
        outputs[i].arrays[output.name] = reader.array(output, row);
    if (attention) outputs[i].attention = reader.attention(row);
  }
  std::lock_guard hold(guard_);
  free_.push_back(std::move(buffers));
  return outputs;
}

}  // namespace heed::engine
