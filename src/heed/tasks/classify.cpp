#include "heed/tasks/classify.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "heed/base/error.h"
#include "heed/tasks/attention_maps.h"
#include "heed/tasks/evidence.h"
#include "heed/tasks/token_column.h"

namespace heed {
namespace {

enum : std::size_t { kText, kLabel };              // the columns of an example
enum : std::size_t { kRecordLabel, kRecordText };  // those of a record

class Classify : public Task {
 public:
  explicit Classify(const ClassifyOptions& options)
      : text_{"text", Axis::Side::input, make_tokeniser(options.text), options.max_length} {
    for (const std::string& name : options.metrics)
      metrics_.push_back(make_class_metric(name, classes_, kRecordLabel));
    if (metrics_.empty()) throw OptionError("task.metrics: expected at least one metric, found none");
  }

  std::string name() const override { return ClassifyOptions::kType; }
  Columns columns() const override { return {2, {"label", "text"}, false, {kRecordText}}; }

  Schema schema() const override {
    return {{{.name = "text", .size = text_.vocabulary().size(), .vocabulary = "text"},
             {.name = "label",
              .kind = ColumnKind::classes,
              .input = false,
              .size = classes_->size(),
              .vocabulary = "label",
              .sequence = false}}};
  }

  void learn(RecordReader& records) override {
    for (Record record; records.next(record);) {
      classes_->observe(record.columns.at(kRecordLabel));
      text_.tokeniser->observe(record.columns.at(kRecordText), text_.max_length);
    }
    classes_->settle("the labels of the training data");
    text_.tokeniser->settle("task.text");
  }

  std::vector<std::string> file_names() const override {
    return {"label.classes.txt", "text" + text_.tokeniser->extension()};
  }

  std::map<std::string, std::string> files() const override {
    return {{file_names()[0], classes_->to_text()}, {file_names()[1], text_.tokeniser->bytes()}};
  }

  void load(const std::map<std::string, std::string>& files, const std::string& where) override {
    classes_->load(files.at(file_names()[0]), where + "/" + file_names()[0]);
    text_.tokeniser->load(files.at(file_names()[1]), where + "/" + file_names()[1]);
  }

  std::vector<std::string> input_files() const override {
    std::string file = text_.tokeniser->input_file();
    return file.empty() ? std::vector<std::string>() : std::vector<std::string>{file};
  }

  const Vocabulary& vocabulary(const std::string& name) const override {
    return name == "text" ? text_.vocabulary() : Task::vocabulary(name);
  }
  std::span<const std::string> class_names() const override { return classes_->names(); }

  Example encode(const Record& record) const override {
    Example example{std::vector<Column>(2), record.line};
    if (record.columns.size() > kRecordText) example[kText] = text_.encode(record.columns[kRecordText]);
    const std::string& label = record.columns.at(kRecordLabel);
    if (label.empty()) return example;
    // A label that training did not have gets a number that no class has.
    example[kLabel].ids = {classes_->number(label).value_or(static_cast<int32_t>(classes_->size()))};
    example[kLabel].axis = label_axis(label);
    return example;
  }

  std::string unusable(const Example& example) const override {
    if (std::string reason = untestable(example); !reason.empty()) return reason;
    bool known = example[kLabel].ids[0] < static_cast<int32_t>(classes_->size());
    return known ? "" : "a label that the training data does not have";
  }

  std::string untestable(const Example& example) const override {
    bool empty = text_.text_tokens(example[kText]) == 0 || example[kLabel].ids.empty();
    return empty ? "an empty column" : "";
  }

  std::string unit() const override { return "texts"; }

  Prediction decode(const RawOutput& output, const Example& example) const override {
    const std::vector<float>& log_probabilities = output.arrays.at("log_probs").numbers;
    std::vector<std::size_t> order(log_probabilities.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return log_probabilities[a] > log_probabilities[b];
    });
    if (output.given) order = {given_class(example)};
    BlockAxes axes;
    axes.add("text", example[kText].axis);
    Prediction prediction;
    for (std::size_t number : order) {
      Output one = output_of(output, number, log_probabilities[number], axes);
      if (number == order[0])
        static_cast<Output&>(prediction) = std::move(one);
      else
        prediction.others.push_back(std::move(one));
    }
    for (const BlockAttention& one : output.attention)
      if (one.block.rows != "label") add_maps(prediction.source_maps, one.block, one.rows, axes);
    for (std::size_t i = 0; i < log_probabilities.size(); ++i)
      prediction.probabilities.emplace_back(class_names()[i], std::exp(log_probabilities[i]));
    return prediction;
  }

  std::span<const std::unique_ptr<TaskMetric>> metrics() const override { return metrics_; }

 private:
  static Axis label_axis(const std::string& label) {
    Axis axis;
    axis.kind = Axis::Kind::labels;
    axis.labels = {{label}};
    axis.column = "label";
    axis.side = Axis::Side::output;
    return axis;
  }

  std::size_t given_class(const Example& example) const {
    auto number = static_cast<std::size_t>(example[kLabel].ids.at(0));
    if (number < class_names().size()) return number;
    std::vector<std::string> names(class_names().begin(), class_names().end());
    throw InputError("expected one of the labels that this model knows (" + join_names(names, ", ") +
                     "), found '" + example[kLabel].axis.labels.at(0).text + "'");
  }

  Output output_of(const RawOutput& raw, std::size_t number, float log_probability, BlockAxes& axes) const {
    Output output;
    output.text = class_names()[number];
    output.log_probability = output.normalised_log_probability = log_probability;
    output.tokens = {{output.text, output.log_probability}};
    axes.rows["label"] = label_axis(output.text);
    for (const BlockAttention& one : raw.attention)
      if (one.block.rows == "label") add_maps(output.maps, one.block, one.rows, axes);
    if (auto evidence = raw.arrays.find("evidence"); evidence != raw.arrays.end())
      output.maps.push_back(evidence_map(evidence->second, number, axes.rows["label"], axes.columns["text"]));
    return output;
  }

  TokenColumn text_;
  std::shared_ptr<ClassList> classes_ = std::make_shared<ClassList>();
  TaskMetrics metrics_;
};

}  // namespace

std::unique_ptr<Task> ClassifyOptions::make() const {
  return std::make_unique<Classify>(*this);
}

}  // namespace heed
