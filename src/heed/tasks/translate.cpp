#include "heed/tasks/translate.h"

#include <algorithm>

#include "heed/base/error.h"
#include "heed/base/quoted.h"
#include "heed/tasks/attention_maps.h"
#include "heed/tasks/copies.h"
#include "heed/tasks/links.h"
#include "heed/tasks/token_column.h"

namespace heed {
namespace {

enum : std::size_t { kSource, kTarget, kAlignment };  // the columns of an example

// The decoder's inputs: the start token, and the tokens before the one that it generates.
Axis read_axis(const Axis& written, const std::string& start) {
  Axis axis = written;
  axis.labels.pop_back();
  axis.labels.insert(axis.labels.begin(), {start, 0, 0, -1, true});
  return axis;
}

class Translate : public Task {
 public:
  explicit Translate(const TranslateOptions& options) : joint_(options.joint), copy_(options.copy) {
    if (joint_ && options.source != options.target) {
      throw OptionError(
          "task.joint: one vocabulary for both sides needs task.source and task.target to be the same");
    }
    source_ = {"source", Axis::Side::input, make_tokeniser(options.source), options.max_length};
    target_ = {"target", Axis::Side::output, joint_ ? source_.tokeniser : make_tokeniser(options.target),
               options.max_length};
    for (const std::string& name : options.metrics)
      metrics_.push_back(text_metric(make_metric(name, options.scoring), columns()));
    if (metrics_.empty()) throw OptionError("task.metrics: expected at least one metric, found none");
  }

  std::string name() const override { return TranslateOptions::kType; }
  Columns columns() const override { return {2, {"source", "target"}, true}; }

  Schema schema() const override {
    ColumnSpec source{
        .name = "source", .size = source_.vocabulary().size(), .vocabulary = "source", .copies = copy_};
    ColumnSpec target{
        .name = "target", .input = false, .size = target_.vocabulary().size(), .vocabulary = "target"};
    if (joint_) source.vocabulary = target.vocabulary = "joint";
    if (copy_) target.extended = source_.max_length;
    ColumnSpec links{
        .name = "alignment", .kind = ColumnKind::links, .input = false, .from = "source", .to = "target"};
    return {{source, target, links}};
  }

  void learn(RecordReader& records) override {
    for (Record record; records.next(record);) {
      source_.tokeniser->observe(record.columns.at(0), source_.max_length);
      target_.tokeniser->observe(record.columns.at(1), target_.max_length);
    }
    source_.tokeniser->settle("task.source");
    if (!joint_) target_.tokeniser->settle("task.target");
  }

  std::vector<std::string> file_names() const override {
    if (joint_) return {"joint" + source_.tokeniser->extension()};
    return {"source" + source_.tokeniser->extension(), "target" + target_.tokeniser->extension()};
  }

  std::map<std::string, std::string> files() const override {
    std::map<std::string, std::string> files = {{file_names().front(), source_.tokeniser->bytes()}};
    if (!joint_) files[file_names().back()] = target_.tokeniser->bytes();
    return files;
  }

  void load(const std::map<std::string, std::string>& files, const std::string& where) override {
    auto load = [&](Tokeniser& tokeniser, const std::string& name) {
      tokeniser.load(files.at(name), where + "/" + name);
    };
    load(*source_.tokeniser, file_names().front());
    if (!joint_) load(*target_.tokeniser, file_names().back());
  }

  std::vector<std::string> input_files() const override {
    std::vector<std::string> files;
    for (const TokenColumn* side : {&source_, &target_}) {
      std::string file = side->tokeniser->input_file();
      if (!file.empty()) files.push_back(file);
    }
    return files;
  }

  const Vocabulary& vocabulary(const std::string& name) const override {
    if (name == "source" || name == "joint") return source_.vocabulary();
    if (name == "target") return target_.vocabulary();
    return Task::vocabulary(name);
  }

  std::optional<SearchTokens> search_tokens() const override {
    return SearchTokens{Vocabulary::kStart,
                        Vocabulary::kEnd,
                        {Vocabulary::kPad, Vocabulary::kUnknown, Vocabulary::kStart},
                        Vocabulary::kUnknown};
  }

  Example encode(const Record& record) const override {
    Example example{std::vector<Column>(3), record.line};
    Column &source = example[kSource], &target = example[kTarget];
    source = source_.encode(record.columns.at(0));
    if (record.columns.size() > 1) target = target_.encode(record.columns[1]);
    if (copy_) number_copies(source, target, target_.vocabulary());
    example[kAlignment].links = token_links(record, source, target);
    return example;
  }

  // Both sides must have a token besides the end; a line of spaces has none.
  std::string unusable(const Example& example) const override {
    bool empty = source_.text_tokens(example[kSource]) == 0 || target_.text_tokens(example[kTarget]) == 0;
    return empty ? "an empty side" : "";
  }

  std::string unit() const override { return "target tokens"; }

  Prediction decode(const RawOutput& output, const Example& example) const override {
    Prediction prediction;
    BlockAxes axes;
    axes.add("source", example[kSource].axis);
    for (std::size_t i = 0; i < output.hypotheses.size(); ++i) {
      Output one = output_of(output, output.hypotheses[i], example, axes);
      for (AttentionMap& map : one.maps) map.hypothesis = static_cast<int32_t>(i);
      if (i == 0)
        static_cast<Output&>(prediction) = std::move(one);
      else
        prediction.others.push_back(std::move(one));
    }
    for (const BlockAttention& one : output.attention)
      add_maps(prediction.source_maps, one.block, one.rows, axes);
    return prediction;
  }

  std::span<const std::unique_ptr<TaskMetric>> metrics() const override { return metrics_; }

 private:
  Output output_of(const RawOutput& raw, const Hypothesis& hypothesis, const Example& example,
                   BlockAxes& axes) const {
    Decoded produced = raw.given
                           ? given(example[kTarget])
                           : target_.tokeniser->decode(hypothesis.tokens,
                                                       copied_texts(example[kSource], target_.vocabulary()));
    Output output;
    output.text = produced.text;
    output.normalised_log_probability = hypothesis.normalised_log_probability;
    output.log_probability = hypothesis.log_probability;
    Axis rows = token_axis(std::move(produced.tokens), hypothesis.tokens, "target", Axis::Side::output);
    for (std::size_t i = 0; i < hypothesis.token_log_probabilities.size(); ++i)
      output.tokens.push_back(
          {shortened(rows.labels.at(i).text, kLongestLabel), hypothesis.token_log_probabilities[i]});
    if (raw.blocks.empty() || rows.labels.empty()) return output;
    axes.columns["target"] = read_axis(rows, target_.vocabulary().token(Vocabulary::kStart));
    axes.rows["target"] = std::move(rows);
    for (std::size_t i = 0; i < raw.blocks.size(); ++i)
      add_maps(output.maps, raw.blocks[i], hypothesis.attention[i], axes);
    return output;
  }

  // Joins the given tokens, the last of which is the end. A given text keeps its own tokens, some of which
  // may not be in the vocabulary.
  Decoded given(const Column& column) const {
    std::vector<std::string> tokens;
    const std::vector<Label>& labels = column.axis.labels;
    for (std::size_t i = 0; i + 1 < labels.size(); ++i) tokens.push_back(labels[i].text);
    Decoded decoded = target_.tokeniser->join(tokens);
    auto end = static_cast<int64_t>(decoded.text.size());
    decoded.tokens.push_back({target_.vocabulary().token(Vocabulary::kEnd), end, end, -1});
    return decoded;
  }

  bool joint_, copy_;
  TokenColumn source_, target_;
  TaskMetrics metrics_;
};

}  // namespace

std::unique_ptr<Task> TranslateOptions::make() const {
  return std::make_unique<Translate>(*this);
}

}  // namespace heed
