#include <unordered_map>

#include "heed/tasks/task.h"
#include "heed/text/vocabulary.h"

namespace heed {
namespace {

// A segmenter with its vocabulary: one side of the pair.
struct Side {
  std::unique_ptr<Segmenter> segmenter;
  Vocabulary vocabulary;
  int64_t max_length = 0;

  void learn(std::span<const Record> records, std::size_t column) {
    std::unordered_map<std::string, int64_t> counts;
    for (const Record& record : records) {
      for (const Token& token : split(record.columns.at(column)).tokens) ++counts[token.text];
    }
    vocabulary = Vocabulary::from_counts(counts);
  }

  // With the end token, which stands behind the last byte that is left.
  Sequence encode(const std::string& text) const {
    Sequence sequence = split(text);
    int64_t size = sequence.tokens.empty() ? 0 : sequence.tokens.back().end;
    sequence.tokens.push_back({vocabulary.token(Vocabulary::kEnd), size, size, -1});
    for (const Token& token : sequence.tokens) sequence.ids.push_back(vocabulary.id(token.text));
    sequence.ids.back() = Vocabulary::kEnd;
    return sequence;
  }

  // The text's first tokens, up to the limit. A text of megabytes is not split whole to find them: only as
  // many bytes as they could ever take.
  Sequence split(std::string_view text) const {
    constexpr int64_t kBytesPerToken = 64;
    auto bytes = static_cast<std::size_t>((max_length + 1) * kBytesPerToken);
    bool long_text = text.size() > bytes;
    if (long_text) {
      while (bytes > 0 && (static_cast<unsigned char>(text[bytes]) & 0xC0) == 0x80)
        --bytes;  // inside a code point
      text = text.substr(0, bytes);
    }
    Sequence sequence;
    sequence.tokens = segmenter->split(text);
    auto limit = static_cast<std::size_t>(max_length);
    sequence.cut = long_text || sequence.tokens.size() > limit;
    if (sequence.tokens.size() > limit) sequence.tokens.resize(limit);
    return sequence;
  }

  std::string decode(std::span<const int32_t> ids) const {
    std::vector<std::string> tokens;
    for (int32_t id : ids) {
      if (id >= Vocabulary::kSpecials || id == Vocabulary::kUnknown) tokens.push_back(vocabulary.token(id));
    }
    return segmenter->join(tokens);
  }
};

Axis token_axis(std::span<const Token> tokens) {
  Axis axis;
  for (const Token& token : tokens) {
    bool special = token.begin == token.end;
    axis.labels.push_back({token.text, token.begin, token.end, token.word, special});
  }
  return axis;
}

// The weights of one head, rows × width.
std::vector<float> head_weights(const Hypothesis& hypothesis, int32_t head) {
  std::vector<float> weights;
  auto width = static_cast<std::ptrdiff_t>(hypothesis.width);
  for (std::size_t step = 0; step < hypothesis.tokens.size(); ++step) {
    auto from =
        hypothesis.weights.begin() + (static_cast<std::ptrdiff_t>(step) * hypothesis.heads + head) * width;
    weights.insert(weights.end(), from, from + width);
  }
  return weights;
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
    source_.segmenter = std::visit([](const auto& o) { return o.make(); }, options.source);
    target_.segmenter = std::visit([](const auto& o) { return o.make(); }, options.target);
    source_.max_length = target_.max_length = options.max_length;
    for (const std::string& name : options.metrics) metrics_.push_back(make_metric(name, options.scoring));
    if (metrics_.empty()) throw OptionError("task.metrics: expected at least one metric, found none");
  }

  std::string name() const override { return TranslateOptions::kType; }
  int64_t columns() const override { return 2; }  // source, target

  void learn(std::span<const Record> records) override {
    source_.learn(records, 0);
    target_.learn(records, 1);
  }

  std::vector<std::string> file_names() const override { return {"source.vocab.txt", "target.vocab.txt"}; }

  std::map<std::string, std::string> files() const override {
    return {{"source.vocab.txt", source_.vocabulary.to_text()},
            {"target.vocab.txt", target_.vocabulary.to_text()}};
  }

  void load(const std::map<std::string, std::string>& files, const std::string& where) override {
    source_.vocabulary = Vocabulary::from_text(files.at("source.vocab.txt"), where + "/source.vocab.txt");
    target_.vocabulary = Vocabulary::from_text(files.at("target.vocab.txt"), where + "/target.vocab.txt");
  }

  TaskSizes sizes() const override { return {source_.vocabulary.size(), target_.vocabulary.size()}; }

  SearchTokens search_tokens() const override {
    return {
        Vocabulary::kStart, Vocabulary::kEnd, {Vocabulary::kPad, Vocabulary::kUnknown, Vocabulary::kStart}};
  }

  Example encode(const Record& record) const override {
    Example example;
    example.source = source_.encode(record.columns.at(0));
    if (record.columns.size() > 1) example.target = target_.encode(record.columns[1]);
    return example;
  }

  Prediction decode(const RawOutput& output, const Example& example) const override {
    Prediction prediction;
    if (output.hypotheses.empty()) return prediction;
    const Hypothesis& best = output.hypotheses.front();
    // A given text keeps its own tokens, of which the vocabulary may lack some.
    prediction.text = output.given ? text_of(example.target) : target_.decode(best.tokens);
    prediction.score = best.log_probability;
    Axis rows = output.given ? token_axis(example.target.tokens) : produced_axis(best);
    for (int32_t head = 0; head < best.heads; ++head) {
      AttentionMap map;
      map.part = "decoder.attention";
      map.head = head;
      map.rows = rows;
      map.columns = token_axis(example.source.tokens);
      map.width = best.width;
      map.begin = best.begin;
      map.weights = head_weights(best, head);
      prediction.maps.push_back(std::move(map));
    }
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
  std::string text_of(const Sequence& sequence) const {
    std::vector<std::string> tokens;
    for (std::size_t i = 0; i + 1 < sequence.tokens.size(); ++i) tokens.push_back(sequence.tokens[i].text);
    return target_.segmenter->join(tokens);
  }

  // The tokens as the decoder produced them, at their bytes in the output's text.
  Axis produced_axis(const Hypothesis& hypothesis) const {
    std::vector<Token> tokens = target_.encode(target_.decode(hypothesis.tokens)).tokens;
    // The text may be cut otherwise than it was produced only if a token is not a piece of text: it has no
    // end then.
    tokens.resize(hypothesis.tokens.size());
    for (std::size_t i = 0; i < tokens.size(); ++i)
      tokens[i].text = target_.vocabulary.token(hypothesis.tokens[i]);
    return token_axis(tokens);
  }

  Side source_, target_;
  std::vector<std::unique_ptr<Metric>> metrics_;
};

}  // namespace

std::unique_ptr<Task> TranslateOptions::make() const {
  return std::make_unique<Translate>(*this);
}

std::unique_ptr<Task> make_task(const TaskOptions& options) {
  return std::visit([](const auto& o) { return o.make(); }, options);
}

}  // namespace heed
