#include "heed/nn/parameters.h"

#include <ATen/ATen.h>

#include <cmath>
#include <set>
#include <sstream>

#include "heed/base/error.h"
#include "heed/base/random.h"

namespace heed {
namespace {

std::string shape_text(at::IntArrayRef shape) {
  std::ostringstream text;
  text << shape;
  return text.str();
}

Tensor drawn(const std::string& name, const std::vector<int64_t>& shape, const Init& init, uint64_t seed) {
  Tensor tensor = at::empty(shape, at::TensorOptions().dtype(at::kDouble));
  Random random(seed, name);
  auto* out = tensor.data_ptr<double>();
  for (int64_t i = 0; i < tensor.numel(); ++i) {
    out[i] = init.centre + init.spread * (2 * random.uniform(static_cast<uint64_t>(i)) - 1);
  }
  return tensor;
}

}  // namespace

Init Init::glorot(int64_t inputs, int64_t outputs) {
  return {std::sqrt(6.0 / static_cast<double>(inputs + outputs)), 0};
}

Parameters Parameters::draw(uint64_t seed, at::ScalarType type) {
  Parameters parameters;
  parameters.source_ = Source::drawn;
  parameters.seed_ = seed;
  parameters.type_ = type;
  return parameters;
}

Parameters Parameters::shapes() {
  Parameters parameters;
  parameters.source_ = Source::shapes;
  return parameters;
}

Parameters Parameters::over(const NamedTensors& tensors, const std::string& where) {
  Parameters parameters;
  parameters.where_ = where;
  for (const auto& [name, tensor] : tensors) parameters.given_[name] = tensor;
  return parameters;
}

Tensor Parameters::make(const std::string& name, std::vector<int64_t> shape, Init init,
                        const std::string& tokens) {
  Tensor tensor;
  switch (source_) {
    case Source::drawn:
      tensor = drawn(name, shape, init, seed_).to(type_);
      break;
    case Source::shapes:
      tensor = at::empty(shape, at::TensorOptions().dtype(type_).device(at::kMeta));
      break;
    case Source::given:
      tensor = find(name, shape);
      break;
  }
  tensor = tensor.detach().requires_grad_(true);
  all_.emplace_back(name, tensor);
  if (!tokens.empty()) row_vocabularies_[name] = tokens;
  return tensor;
}

Tensor Parameters::find(const std::string& name, const std::vector<int64_t>& shape) {
  auto found = given_.find(name);
  if (found == given_.end())
    throw FileError(where_ + " has no tensor '" + name + "' that its recipe asks for");
  if (found->second.sizes() != at::IntArrayRef(shape)) {
    throw FileError(where_ + ": expected '" + name + "' to have the shape " + shape_text(shape) + ", found " +
                    shape_text(found->second.sizes()));
  }
  return found->second;
}

int64_t Parameters::count() const {
  int64_t count = 0;
  for (const auto& [name, tensor] : all_) count += tensor.numel();
  return count;
}

void Parameters::require_all_used() const {
  std::set<std::string> used;
  for (const auto& [name, tensor] : all_) used.insert(name);
  for (const auto& [name, tensor] : given_) {
    if (!used.contains(name))
      throw FileError(where_ + " has the tensor '" + name + "' that its recipe does not ask for");
  }
}

}  // namespace heed
