// A model's parameters by name. Parts ask a Scope for what they need when they are built; whether it is
// drawn, was read from a file, or shares its storage with another copy of the model is decided here and seen
// by no part.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "heed/ops/recorder.h"
#include "heed/ops/tensor.h"

namespace heed {

// How a new parameter is drawn: uniform in centre ± spread, each element from (seed, name, element).
struct Init {
  double spread = 0, centre = 0;

  static Init glorot(int64_t inputs, int64_t outputs);
};

class Parameters {
 public:
  // New parameters are drawn.
  static Parameters draw(uint64_t seed, at::ScalarType type = at::kFloat);
  // New parameters have a shape and no values, and take no memory: enough to see whether a model can be
  // built.
  static Parameters shapes();
  // Leaves of their own over the given tensors' storage; `where` names their file in errors.
  static Parameters over(const NamedTensors& tensors, const std::string& where);

  // `tokens`: the vocabulary whose tokens the rows of the parameter stand for; "" = they stand for none.
  Tensor make(const std::string& name, std::vector<int64_t> shape, Init init, const std::string& tokens = "");
  // In the order in which the model asked for them.
  const NamedTensors& all() const { return all_; }
  // The vocabularies of those parameters whose rows stand for tokens, by the parameter's name.
  const std::map<std::string, std::string>& row_vocabularies() const { return row_vocabularies_; }
  int64_t count() const;
  // Every given tensor was asked for; else the file belongs to another model.
  void require_all_used() const;

 private:
  Parameters() = default;
  Tensor find(const std::string& name, const std::vector<int64_t>& shape);

  enum class Source { drawn, shapes, given };
  Source source_ = Source::given;
  uint64_t seed_ = 0;
  at::ScalarType type_ = at::kFloat;
  std::string where_;
  std::map<std::string, Tensor> given_;
  NamedTensors all_;
  std::map<std::string, std::string> row_vocabularies_;
};

// Where in the model a part lives: its parameters' names begin with the path.
class Scope {
 public:
  explicit Scope(Parameters& parameters, std::string path = "", std::string tokens = "")
      : parameters_(&parameters), path_(std::move(path)), tokens_(std::move(tokens)) {}

  Scope operator/(const std::string& name) const {
    return Scope(*parameters_, path_.empty() ? name : path_ + "." + name, tokens_);
  }
  // A scope at the same path whose parameters have one row for each token of this vocabulary: they can be
  // taken over by a model whose vocabulary has other tokens, or the same in another order.
  Scope of_tokens(const std::string& vocabulary) const { return Scope(*parameters_, path_, vocabulary); }
  Tensor make(const std::string& name, std::vector<int64_t> shape, Init init) const {
    return parameters_->make((*this / name).path_, std::move(shape), init, tokens_);
  }
  const std::string& path() const { return path_; }
  const Parameters& parameters() const { return *parameters_; }

 private:
  Parameters* parameters_;
  std::string path_, tokens_;
};

}  // namespace heed
