// A model's named parameters. The parts of a model ask a Scope for their parameters when they are built.
// Whether a parameter is drawn at random, read from a file, or shares storage with another copy of the model
// is decided here and invisible to the parts.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "heed/ops/recorder.h"
#include "heed/ops/tensor.h"

namespace heed {

// How a new parameter is initialised: uniformly in centre ± spread. Each element depends on (seed, name,
// element).
struct Init {
  double spread = 0, centre = 0;

  static Init glorot(int64_t inputs, int64_t outputs);
};

class Parameters {
 public:
  // Parameters with random initial values.
  static Parameters draw(uint64_t seed, at::ScalarType type = at::kFloat);
  // Parameters with shapes but without values and memory: enough to check whether a model can be built.
  static Parameters shapes();
  // Parameters that share the storage of the given tensors, as autograd leaves of their own. `where` names
  // the file of the tensors in errors.
  static Parameters over(const NamedTensors& tensors, const std::string& where);

  // Returns the parameter `name`. `tokens` is the vocabulary whose tokens the rows of the parameter stand
  // for; "": they stand for none.
  Tensor make(const std::string& name, std::vector<int64_t> shape, Init init, const std::string& tokens = "");
  // All parameters, in the order in which the model asked for them.
  const NamedTensors& all() const { return all_; }
  // The vocabularies of the parameters whose rows stand for tokens, by the name of the parameter.
  const std::map<std::string, std::string>& row_vocabularies() const { return row_vocabularies_; }
  int64_t count() const;
  // Throws unless the model asked for every given tensor; otherwise the file belongs to another model.
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

// The place of a part in the model: the names of its parameters begin with this path.
class Scope {
 public:
  explicit Scope(Parameters& parameters, std::string path = "", std::string tokens = "")
      : parameters_(&parameters), path_(std::move(path)), tokens_(std::move(tokens)) {}

  Scope operator/(const std::string& name) const {
    return Scope(*parameters_, path_.empty() ? name : path_ + "." + name, tokens_);
  }
  // A scope at the same path whose parameters have one row for each token of this vocabulary. Such rows can
  // be taken over by a model with another vocabulary.
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
