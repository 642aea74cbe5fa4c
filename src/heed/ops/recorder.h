// While a Recorder is alive on a thread, every function of ops/ called on that thread adds one node to its
// graph. It refuses an input that is neither a declared input, a parameter, nor a recorded value, because the
// model then used an operation that an engine would not know. It also refuses a node that the table of
// operations (graph/operation.h) does not allow, or whose shape rule differs from libtorch's result.
#pragma once

#include <initializer_list>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "heed/graph/graph.h"
#include "heed/graph/infer.h"
#include "heed/ops/tensor.h"

namespace heed {

using NamedTensors = std::vector<std::pair<std::string, Tensor>>;

class Recorder {
 public:
  Recorder(std::string graph_name, const NamedTensors& parameters);
  ~Recorder();
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  static Recorder* active();

  // Declares an input. The extents of its axes are those of the tensor.
  void input(InputPort port, const Tensor& tensor);
  // Declares an output with the inferred type and shape.
  void output(const std::string& name, const Tensor& tensor, Use use = Use::array,
              const AttentionBlock& block = {});
  void node(const char* op, std::initializer_list<Tensor> inputs, std::initializer_list<Tensor> outputs,
            std::map<std::string, Attribute> attributes);
  void node(const char* op, const std::vector<Tensor>& inputs, const std::vector<Tensor>& outputs,
            std::map<std::string, Attribute> attributes);
  // The inferred type and shape of a value that was declared or recorded.
  const ValueType& type_of(const Tensor& tensor) const;
  // Returns the checked graph of all operations so far.
  Graph finish() const;

 private:
  std::string value_of(const Tensor& tensor, const char* op);
  void require_type(const std::string& name, const ValueType& type, const Tensor& tensor);
  std::vector<int64_t> parameter_shape(const std::string& name) const;

  Graph graph_;
  std::unordered_map<const void*, std::string> values_;      // by tensor identity
  std::unordered_map<const void*, std::string> parameters_;  // parameters that are not used yet
  std::map<std::string, Tensor> by_name_;                    // parameters
  ValueTypes types_;
  std::map<std::string, int64_t> extents_;  // of the axes' bases
  std::vector<Tensor> kept_;                // keeps tensors alive so that no identity is reused
};

namespace ops {

// Called by each operation with its inputs and outputs.
template <class Inputs, class Outputs>
void record(const char* op, const Inputs& inputs, const Outputs& outputs,
            std::map<std::string, Attribute> attributes = {}) {
  if (Recorder* recorder = Recorder::active()) recorder->node(op, inputs, outputs, std::move(attributes));
}

inline void record(const char* op, std::initializer_list<Tensor> inputs,
                   std::initializer_list<Tensor> outputs, std::map<std::string, Attribute> attributes = {}) {
  if (Recorder* recorder = Recorder::active()) recorder->node(op, inputs, outputs, std::move(attributes));
}

}  // namespace ops
}  // namespace heed
