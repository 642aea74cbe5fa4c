#include <algorithm>

#include "heed/base/error.h"
#include "heed/base/quoted.h"
#include "heed/tasks/copies.h"
#include "heed/tasks/links.h"
#include "heed/tasks/task.h"
#include "heed/text/vocabulary.h"

namespace heed {
namespace {

// One side of the pair: a tokeniser, which the other side may share, and how many tokens it may have.
struct Side {
  std::shared_ptr<Tokeniser> tokeniser;
  int64_t max_length = 0;

  const Vocabulary& vocabulary() const { return tokeniser->vocabulary(); }

  // With the end token, which stands behind the last byte that is left.
  Sequence encode(const std::string& text) const {
    Sequence sequence = tokeniser->encode(text, max_length);
    int64_t size = sequence.tokens.empty() ? 0 : sequence.tokens.back().end;
    sequence.tokens.push_back({vocabulary().token(Vocabulary::kEnd), size, size, -1});
    sequence.ids.push_back(Vocabulary::kEnd);
    return sequence;
  }
};

Axis token_axis(std::span<const Token> tokens, std::span<const int32_t> ids) {
  Axis axis;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const Token& token = tokens[i];
    axis.labels.push_back({shortened(token.text, kLongestLabel), token.begin, token.end, token.word,
                           Vocabulary::is_silent(ids[i])});
  }
  return axis;
}

// The weights of one head, rows × width.
std::vector<float> head_weights(const AttentionRows& attention, int32_t head) {
  std::vector<float> weights;
  auto width = static_cast<std::ptrdiff_t>(attention.width);
  for (std::size_t row = 0; row < attention.begin.size(); ++row) {
    auto from =
        attention.weights.begin() + (static_cast<std::ptrdiff_t>(row) * attention.heads + head) * width;
    weights.insert(weights.end(), from, from + width);
  }
  return weights;
}

// "decoder.attention", "encoder.attention"; a decoder that attends to its own output has
// "decoder.self_attention" beside it.
std::string part_of(const AttentionBlock& block) {
  bool of_itself = block.part == "decoder" && block.columns == "target";
  return block.part + (of_itself ? ".self_attention" : ".attention");
}

// What the decoder reads at each step: the start, and the tokens before the one that it writes.
Axis read_axis(const Axis& written, const std::string& start) {
  Axis axis = written;
  axis.labels.pop_back();
  axis.labels.insert(axis.labels.begin(), {start, 0, 0, -1, true});
  return axis;
}

// What the rows and columns of a block may stand for.
struct Axes {
  Axis source, written, read;
};

// Adds one map for each head.
void add_maps(std::vector<AttentionMap>& maps, const AttentionBlock& block, const AttentionRows& attention,
              const Axes& axes) {
  for (int32_t head = 0; head < attention.heads; ++head) {
    AttentionMap map;
    map.part = part_of(block);
    map.layer = static_cast<int32_t>(block.layer);
    map.rows = block.rows == "source" ? axes.source : axes.written;
    map.columns = block.columns == "source" ? axes.source : axes.read;
    map.head = head;
    map.width = attention.width;
    map.begin = attention.begin;
    map.weights = head_weights(attention, head);
    maps.push_back(std::move(map));
  }
}

// The target, and behind it any number of others that are as right. An empty one pads a table.
std::vector<std::string> references_of(const Record& record) {
  std::vector<std::string> references = {record.columns.at(1)};
  for (std::size_t i = 2; i < record.columns.size(); ++i) {
    if (!record.columns[i].empty()) references.push_back(record.columns[i]);
  }
  return references;
}

class Translate : public Task {
 public:
  explicit Translate(const TranslateOptions& options) {
    auto make = [](const TokeniserOptions& o) {
      return std::visit([](const auto& t) { return t.make(); }, o);
    };
    if (options.joint && options.source != options.target) {
      throw OptionError(
          "task.joint: one vocabulary for both sides needs task.source and task.target to be the same");
    }
    joint_ = options.joint;
    copy_ = options.copy;
    source_ = {make(options.source), options.max_length};
    target_ = {joint_ ? source_.tokeniser : make(options.target), options.max_length};
    for (const std::string& name : options.metrics) metrics_.push_back(make_metric(name, options.scoring));
    if (metrics_.empty()) throw OptionError("task.metrics: expected at least one metric, found none");
  }

  std::string name() const override { return TranslateOptions::kType; }
  Columns columns() const override { return {2, {"source", "target"}, true}; }

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
    for (const Side* side : {&source_, &target_}) {
      std::string file = side->tokeniser->input_file();
      if (!file.empty()) files.push_back(file);
    }
    return files;
  }

  TaskSizes sizes() const override {
    int64_t source = source_.vocabulary().size(), target = target_.vocabulary().size();
    return {source, target, joint_, copy_, std::max(source, target + (copy_ ? source_.max_length : 0))};
  }

  const Vocabulary& vocabulary(const std::string& side) const override {
    if (side != "source" && side != "target")
      throw OptionError("the task " + name() + " has the vocabularies source and target, and none of '" +
                        side + "'");
    return (side == "source" ? source_ : target_).vocabulary();
  }

  SearchTokens search_tokens() const override {
    return {Vocabulary::kStart,
            Vocabulary::kEnd,
            {Vocabulary::kPad, Vocabulary::kUnknown, Vocabulary::kStart},
            Vocabulary::kUnknown};
  }

  Example encode(const Record& record) const override {
    Example example;
    example.source = source_.encode(record.columns.at(0));
    if (record.columns.size() > 1) example.target = target_.encode(record.columns[1]);
    if (copy_) number_copies(example, target_.vocabulary());
    example.links = token_links(record, example);
    return example;
  }

  Prediction decode(const RawOutput& output, const Example& example) const override {
    Prediction prediction;
    for (std::size_t i = 0; i < output.hypotheses.size(); ++i) {
      Output one = output_of(output, output.hypotheses[i], example);
      for (AttentionMap& map : one.maps) map.hypothesis = static_cast<int32_t>(i);
      if (i == 0)
        static_cast<Output&>(prediction) = std::move(one);
      else
        prediction.others.push_back(std::move(one));
    }
    Axes axes{token_axis(example.source.tokens, example.source.ids), {}, {}};
    for (const BlockAttention& one : output.encoder)
      add_maps(prediction.source_maps, one.block, one.rows, axes);
    return prediction;
  }

  std::vector<Score> score(std::span<const Prediction> predictions, std::span<const Record> records,
                           const BootstrapOptions& bootstrap) const override {
    std::vector<std::string> texts;
    References references;
    for (const Prediction& prediction : predictions) texts.push_back(prediction.text);
    for (const Record& record : records) references.push_back(references_of(record));
    std::vector<Score> scores;
    for (const auto& metric : metrics_) scores.push_back(metric->score(texts, references, bootstrap));
    return scores;
  }

 private:
  // A given text keeps its own tokens, of which the vocabulary may lack some.
  Output output_of(const RawOutput& raw, const Hypothesis& hypothesis, const Example& example) const {
    Decoded produced =
        raw.given ? given(example.target)
                  : target_.tokeniser->decode(hypothesis.tokens, copied_texts(example, target_.vocabulary()));
    Output output;
    output.text = produced.text;
    output.normalised_log_probability = hypothesis.normalised_log_probability;
    output.log_probability = hypothesis.log_probability;
    Axis rows = token_axis(produced.tokens, hypothesis.tokens);
    for (std::size_t i = 0; i < hypothesis.token_log_probabilities.size(); ++i)
      output.tokens.push_back({rows.labels.at(i).text, hypothesis.token_log_probabilities[i]});
    if (raw.blocks.empty() || rows.labels.empty()) return output;
    Axis read = read_axis(rows, target_.vocabulary().token(Vocabulary::kStart));
    Axes axes{token_axis(example.source.tokens, example.source.ids), std::move(rows), std::move(read)};
    for (std::size_t i = 0; i < raw.blocks.size(); ++i)
      add_maps(output.maps, raw.blocks[i], hypothesis.attention[i], axes);
    return output;
  }

  // The given tokens, known to the vocabulary or not, joined; the last is the end.
  Decoded given(const Sequence& sequence) const {
    std::vector<std::string> tokens;
    for (std::size_t i = 0; i + 1 < sequence.tokens.size(); ++i) tokens.push_back(sequence.tokens[i].text);
    Decoded decoded = target_.tokeniser->join(tokens);
    auto end = static_cast<int64_t>(decoded.text.size());
    decoded.tokens.push_back({target_.vocabulary().token(Vocabulary::kEnd), end, end, -1});
    return decoded;
  }

  bool joint_ = false, copy_ = false;
  Side source_, target_;
  std::vector<std::unique_ptr<Metric>> metrics_;
};

}  // namespace

std::span<const AttentionMap> alignment_maps(std::span<const AttentionMap> maps) {
  auto aligns = [](const AttentionMap& map) { return map.part == "decoder.attention"; };
  std::size_t end = maps.size();
  while (end > 0 && !aligns(maps[end - 1])) --end;
  std::size_t first = end;
  while (first > 0 && aligns(maps[first - 1]) && maps[first - 1].layer == maps[end - 1].layer) --first;
  return maps.subspan(first, end - first);
}

std::unique_ptr<Task> TranslateOptions::make() const {
  return std::make_unique<Translate>(*this);
}

std::unique_ptr<Task> make_task(const TaskOptions& options) {
  return std::visit([](const auto& o) { return o.make(); }, options);
}

}  // namespace heed
