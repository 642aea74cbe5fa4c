// While a Recorder is alive on a thread, every function of ops/ that runs there appends one node to its
// graph. An input that is neither a declared input, a parameter, nor a recorded value is refused: the model
// used an operation that an engine would not know.
#pragma once

#include <initializer_list>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "heed/graph/graph.h"
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

  void input(const std::string& name, const Tensor& tensor);
  void output(const std::string& name, const Tensor& tensor);
  void node(const char* op, std::initializer_list<Tensor> inputs, std::initializer_list<Tensor> outputs,
            std::map<std::string, Attribute> attributes);
  void node(const char* op, const std::vector<Tensor>& inputs, const std::vector<Tensor>& outputs,
            std::map<std::string, Attribute> attributes);
  // The graph so far, checked.
  Graph finish() const;

 private:
  std::string value_of(const Tensor& tensor, const char* op);

  Graph graph_;
  std::unordered_map<const void*, std::string> values_;      // by tensor identity
  std::unordered_map<const void*, std::string> parameters_;  // not used yet
  std::vector<Tensor> kept_;                                 // so that no identity is used twice
};

namespace ops {

// Called by each operation with what it read and made.
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
