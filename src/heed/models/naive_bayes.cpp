#include "heed/models/naive_bayes.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <cmath>

#include "heed/graph/operations/ngram_hash.h"
#include "heed/models/forward_model.h"
#include "heed/models/requirements.h"

namespace heed {
namespace {

class NaiveBayes : public ForwardModel, public Fitted {
 public:
  NaiveBayes(const NaiveBayesOptions& options, const Task& task, const Scope& scope)
      : ForwardModel(task.schema(), scope.parameters()),
        options_(options),
        input_(require_one_text(task, NaiveBayesOptions::kType)),
        class_(require_class(task, NaiveBayesOptions::kType)),
        table_(scope.make("ngrams", {options.table, schema()[class_].size}, {})),
        prior_(scope.make("prior", {schema()[class_].size}, {})) {}

  bool attends() const override { return true; }
  Fitted* fitted() override { return this; }

  Loss loss(const Batch& batch, const Noise&) override {
    Answers found = answers(forward(inputs_of(batch), {}), batch);
    return {-found.log_probs.sum(), batch.rows, {}};
  }

  void fit(const ExampleIndex& examples, Progress& progress) override {
    Counts counts(options_.table, schema()[class_].size);
    for (int64_t i = 0; i < examples.size(); ++i) {
      Example example = examples[i];
      counts.add(example[input_].ids, example[class_].ids.at(0), options_.order);
      if ((i + 1) % 1000 == 0) progress.update(i + 1, "texts counted");
    }
    counts.write(options_.smoothing, table_.data_ptr<float>(), prior_.data_ptr<float>());
  }

 protected:
  // N-grams are looked up by token numbers: there are no vectors.
  Tensor embed(std::size_t, const Tensor& values) const override { return values; }

  PassResult forward(const std::vector<ColumnInput>& vectors, const Dropout&) const override {
    const ColumnInput& input = vectors[input_];
    Tensor evidence = ops::ngram_scores(table_, input.values, input.mask, options_.order);
    Tensor sum = ops::sum_over_time(evidence, input.mask);
    PassResult result;
    result.arrays.push_back(
        {"log_probs", ops::log_softmax(ops::add(sum, ops::broadcast(sum, prior_))), {""}});
    result.arrays.push_back({"evidence", evidence, {schema()[input_].name, ""}, Use::evidence});
    return result;
  }

  Answers answers(const PassResult& result, const Batch& batch) const override {
    return class_answers(result, batch, class_);
  }

 private:
  class Counts {
   public:
    Counts(int64_t rows, int64_t classes)
        : rows_(rows),
          classes_(static_cast<std::size_t>(classes)),
          ngrams_(static_cast<std::size_t>(rows) * classes_),
          texts_(classes_) {}

    void add(const std::vector<int32_t>& ids, int32_t number, int64_t order) {
      auto c = static_cast<std::size_t>(number);
      texts_[c] += 1;
      each_ngram(ids.data(), static_cast<int64_t>(ids.size()), order, rows_,
                 [&](int64_t, int64_t row) { ngrams_[static_cast<std::size_t>(row) * classes_ + c] += 1; });
    }

    void write(double smoothing, float* table, float* prior) const {
      std::vector<double> total(classes_);
      double texts = 0, seen = 0;
      for (std::size_t row = 0; row < ngrams_.size() / classes_; ++row) {
        seen += is_seen(row) ? 1 : 0;
        for (std::size_t c = 0; c < classes_; ++c) total[c] += ngrams_[row * classes_ + c];
      }
      for (double count : texts_) texts += count;
      for (std::size_t c = 0; c < classes_; ++c) {
        prior[c] = static_cast<float>(std::log(texts_[c] / texts));
        double all = std::log(total[c] + smoothing * seen);
        for (std::size_t row = 0; row < ngrams_.size() / classes_; ++row) {
          double own = std::log(ngrams_[row * classes_ + c] + smoothing) - all;
          table[row * classes_ + c] = is_seen(row) ? static_cast<float>(own) : 0.0F;
        }
      }
    }

   private:
    bool is_seen(std::size_t row) const {
      const float* counts = ngrams_.data() + row * classes_;
      return std::any_of(counts, counts + classes_, [](float count) { return count > 0; });
    }

    int64_t rows_;
    std::size_t classes_;
    std::vector<float> ngrams_;  // [rows, classes]
    std::vector<double> texts_;  // [classes]
  };

  NaiveBayesOptions options_;
  std::size_t input_, class_;
  Tensor table_, prior_;
};

}  // namespace

std::unique_ptr<Model> NaiveBayesOptions::make(const Task& task, const Scope& scope) const {
  return std::make_unique<NaiveBayes>(*this, task, scope);
}

}  // namespace heed
