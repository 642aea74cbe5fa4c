#include <unordered_map>

#include "heed/metrics/edit_rate.h"
#include "heed/metrics/exact_match.h"
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

class Translate : public Task {
 public:
  explicit Translate(const TranslateOptions& options) {
    source_.segmenter = std::visit([](const auto& o) { return o.make(); }, options.source);
    target_.segmenter = std::visit([](const auto& o) { return o.make(); }, options.target);
    source_.max_length = target_.max_length = options.max_length;
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
    for (std::size_t i = 0; i < output.hypotheses.size(); ++i) {
      Output one = output_of(output.hypotheses[i], example, output.given);
      for (AttentionMap& map : one.maps) map.hypothesis = static_cast<int32_t>(i);
      if (i == 0)
        static_cast<Output&>(prediction) = std::move(one);
      else
        prediction.others.push_back(std::move(one));
    }
    return prediction;
  }

  std::vector<Score> score(std::span<const Prediction> predictions,
                           std::span<const Record> records) const override {
    std::vector<std::string> texts, references;
    for (const Prediction& prediction : predictions) texts.push_back(prediction.text);
    for (const Record& record : records) references.push_back(record.columns.at(1));
    return {exact_match(texts, references), character_error_rate(texts, references)};
  }

 private:
  // A given text keeps its own tokens, of which the vocabulary may lack some.
  Output output_of(const Hypothesis& hypothesis, const Example& example, bool given) const {
    Output output;
    output.text = given ? text_of(example.target) : target_.decode(hypothesis.tokens);
    output.score = hypothesis.score;
    output.log_probability = hypothesis.log_probability;
    Axis rows = given ? token_axis(example.target.tokens) : produced_axis(hypothesis);
    for (std::size_t i = 0; i < hypothesis.token_scores.size(); ++i)
      output.tokens.push_back({rows.labels.at(i).text, hypothesis.token_scores[i]});
    for (int32_t head = 0; head < hypothesis.heads; ++head) {
      AttentionMap map;
      map.part = "decoder.attention";
      map.head = head;
      map.rows = rows;
      map.columns = token_axis(example.source.tokens);
      map.width = hypothesis.width;
      map.begin = hypothesis.begin;
      map.weights = head_weights(hypothesis, head);
      output.maps.push_back(std::move(map));
    }
    return output;
  }

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
};

}  // namespace

std::unique_ptr<Task> TranslateOptions::make() const {
  return std::make_unique<Translate>(*this);
}

std::unique_ptr<Task> make_task(const TaskOptions& options) {
  return std::visit([](const auto& o) { return o.make(); }, options);
}

}  // namespace heed
