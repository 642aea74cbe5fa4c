#include "heed/engine/forward.h"

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

Forward::Forward(const Graph& graph, const WeightStore& parameters,
                 const std::map<std::string, int64_t>& vocabularies)
    : columns_(require_inputs(graph)) {
  program_ = std::make_unique<Program>(Builder(graph, parameters).build());
  require_tables(graph, parameters, vocabularies);
  attention_of(graph);
  require_readable(graph, columns_);
}

Forward::~Forward() = default;

std::unique_ptr<Forward::Buffers> Forward::take_buffers() const {
  std::lock_guard hold(guard_);
  if (free_.empty()) return std::make_unique<Buffers>(columns_, *program_);
  std::unique_ptr<Buffers> taken = std::move(free_.back());
  free_.pop_back();
  return taken;
}

std::vector<PassOutput> Forward::run(std::span<const NamedColumns* const> examples, bool attention) const {
  std::unique_ptr<Buffers> buffers = take_buffers();
  buffers->views.clear();
  for (const NamedColumns* example : examples) {
    for (const std::string& name : columns_.names()) {
      auto column = example->find(name);
      if (column == example->end())
        throw InputError("expected an example with the column '" + name + "', found one without");
      buffers->views.emplace_back(column->second);
    }
  }
  buffers->columns.read(buffers->views, static_cast<int64_t>(examples.size()));
  Sizes sizes;
  buffers->columns.set_sizes(program_->axes(), sizes);
  buffers->columns.bind(buffers->memory);
  buffers->memory.reserve(sizes, 0);
  buffers->memory.run(sizes);
  OutputReader reader(buffers->memory, sizes, columns_, buffers->columns);
  std::vector<PassOutput> outputs(examples.size());
  for (std::size_t i = 0; i < examples.size(); ++i) {
    auto row = static_cast<int64_t>(i);
    for (const OutputPort& output : program_->parts().declared_outputs)
      if (output.use == Use::array) outputs[i].arrays[output.name] = reader.array(output, row);
    if (attention) outputs[i].attention = reader.attention(row);
  }
  std::lock_guard hold(guard_);
  free_.push_back(std::move(buffers));
  return outputs;
}

}  // namespace heed::engine
