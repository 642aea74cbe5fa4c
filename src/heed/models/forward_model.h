// The base of models that compute all outputs in one pass: classifiers, taggers, language models over a whole
// text. A derived model implements its embedding, its pass and its loss; recording, running by libtorch and
// gradients are implemented here.
#pragma once

#include <string>
#include <vector>

#include "heed/models/front.h"
#include "heed/models/model.h"
#include "heed/nn/attention/types.h"
#include "heed/nn/dropout.h"

namespace heed {

// The result of one pass.
struct PassResult {
  struct Array {
    std::string name;  // name of the graph's output
    Tensor tensor;     // [B,…]
    // for each dimension after the first: the column whose elements it counts, or ""
    std::vector<std::string> along;
    Use use = Use::array;  // or Use::evidence
  };
  struct AttentionOutput {
    AttentionBlock block;
    Glance glance;
  };
  std::vector<Array> arrays;
  std::vector<AttentionOutput> attention;

  const Tensor& array(const std::string& name) const;
};

class ForwardModel : public Model, public Pass {
 public:
  ForwardModel(const Schema& schema, const Parameters& parameters)
      : schema_(schema), parameters_(parameters) {}

  const Pass* pass() const override { return this; }
  std::vector<RawOutput> run(std::span<const Example* const> examples, bool attention) const override;
  std::vector<Graph> record(int64_t rows, int64_t length) override;
  GradientNorms gradient_norms(const Batch& batch, std::size_t input) override;

 protected:
  const Schema& schema() const { return schema_; }
  // The inputs of a batch, indexed by the schema. Answers are left empty.
  std::vector<ColumnInput> inputs_of(const Batch& batch) const;
  // Replaces the values of each input by the vectors of its elements.
  std::vector<ColumnInput> embedded(std::vector<ColumnInput> inputs) const;

  // The vectors of one input's values: [B,T] or [B,T,F] → [B,T,E].
  virtual Tensor embed(std::size_t input, const Tensor& values) const = 0;
  // Computes all outputs of the model from the vectors of all inputs. It must use only ops::, so that it can
  // be recorded.
  virtual PassResult forward(const std::vector<ColumnInput>& vectors, const Dropout& dropout) const = 0;
  // The log-probabilities of a batch's answers, [B,T]; whether answer t belongs to input t; and the number of
  // answers of each example.
  struct Answers {
    Tensor log_probs;
    std::vector<int64_t> lengths;
    bool beside = false;
  };
  virtual Answers answers(const PassResult& result, const Batch& batch) const = 0;
  // The answers of a task whose answer is one class, from the array `log_probs` [B,classes] of the pass.
  // `column` is the place of the class in the schema.
  static Answers class_answers(const PassResult& result, const Batch& batch, std::size_t column);

 private:
  Schema schema_;
  const Parameters& parameters_;
};

}  // namespace heed
