#include "heed/models/forward_model.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <stdexcept>

#include "heed/models/glances.h"
#include "heed/models/gradient_flow.h"
#include "heed/models/tensors.h"

namespace heed {
namespace {

// One row of an array, without the padding of its batch.
Array array_of(const PassResult::Array& from, int64_t row, const Example& example, const Schema& schema) {
  Tensor own = from.tensor[row];
  for (std::size_t d = 0; d < from.along.size(); ++d) {
    if (from.along[d].empty()) continue;
    std::size_t place = schema.place_of(from.along[d]);
    own = own.narrow(static_cast<int64_t>(d), 0, length_of(example[place], schema[place]));
  }
  Tensor numbers = own.to(at::kFloat).contiguous();
  return {own.sizes().vec(), {numbers.data_ptr<float>(), numbers.data_ptr<float>() + numbers.numel()}, {}};
}

}  // namespace

const Tensor& PassResult::array(const std::string& name) const {
  auto found =
      std::find_if(arrays.begin(), arrays.end(), [&](const Array& array) { return array.name == name; });
  if (found == arrays.end()) throw std::logic_error("the pass makes no '" + name + "'");
  return found->tensor;
}

std::vector<ColumnInput> ForwardModel::inputs_of(const Batch& batch) const {
  std::vector<ColumnInput> inputs(schema_.size());
  for (std::size_t input : schema_.inputs()) inputs[input] = input_of(batch[input], schema_[input]);
  return inputs;
}

std::vector<ColumnInput> ForwardModel::embedded(std::vector<ColumnInput> inputs) const {
  for (std::size_t input : schema_.inputs()) inputs[input].values = embed(input, inputs[input].values);
  return inputs;
}

std::vector<RawOutput> ForwardModel::run(std::span<const Example* const> examples, bool attention) const {
  at::NoGradGuard no_gradient;
  PassResult result = forward(embedded(inputs_of(make_batch(examples, schema_))), {});
  std::vector<RawOutput> outputs(examples.size());
  for (std::size_t i = 0; i < examples.size(); ++i) {
    auto row = static_cast<int64_t>(i);
    for (const PassResult::Array& array : result.arrays)
      outputs[i].arrays[array.name] = array_of(array, row, *examples[i], schema_);
    if (!attention) continue;
    for (const PassResult::AttentionOutput& one : result.attention)
      outputs[i].attention.push_back({one.block, rows_of(one.glance, row)});
  }
  return outputs;
}

std::vector<Graph> ForwardModel::record(int64_t rows, int64_t length) {
  at::NoGradGuard no_gradient;
  Recorder recorder("forward", parameters_.all());
  std::vector<ColumnInput> inputs(schema_.size());
  for (std::size_t input : schema_.inputs())
    inputs[input] = declare_input(recorder, schema_[input], schema_[input].name + ".mask", rows, length);
  PassResult result = forward(embedded(std::move(inputs)), {});
  for (const PassResult::Array& array : result.arrays) recorder.output(array.name, array.tensor, array.use);
  for (const PassResult::AttentionOutput& one : result.attention)
    put_out(recorder, one.glance, one.block.part + std::to_string(one.block.layer) + ".", one.block);
  return {recorder.finish()};
}

ForwardModel::Answers ForwardModel::class_answers(const PassResult& result, const Batch& batch,
                                                  std::size_t column) {
  Tensor targets = ids_tensor(batch[column].ids, batch.rows, 1);
  return {result.array("log_probs").gather(1, targets),
          std::vector<int64_t>(static_cast<std::size_t>(batch.rows), 1)};
}

GradientNorms ForwardModel::gradient_norms(const Batch& batch, std::size_t input) {
  std::vector<ColumnInput> vectors = embedded(inputs_of(batch));
  Tensor x = vectors[input].values.detach().requires_grad_(true);
  vectors[input].values = x;
  Answers found = answers(forward(vectors, {}), batch);
  return {found.lengths, batch[input].lengths, norms_of(found.log_probs, x), found.beside};
}

}  // namespace heed
