// Models of one pass: a pair of texts with features beside them, frames that are read in strides, and
// documents of sentences of words.
#pragma once

#include "engine/hand_made.h"
#include "heed/data/column.h"

namespace heed::engine {

inline const Dim kPremise{GraphAxis{"premise"}}, kHypothesis{GraphAxis{"hypothesis"}},
    kFrames{GraphAxis{"frames"}}, kSentences{GraphAxis{"sentences"}}, kWords{GraphAxis{"words"}},
    kTokens{GraphAxis{"tokens"}};

inline InputPort column_ids(const std::string& name, Shape shape, const std::string& column) {
  return {name, Type::index, std::move(shape), Origin::ids, column};
}

inline InputPort column_mask(const std::string& name, Shape shape, const std::string& column,
                             int64_t level = 0) {
  InputPort port{name, Type::flag, std::move(shape), Origin::mask, column};
  port.level = level;
  return port;
}

inline InputPort column_numbers(const std::string& name, Shape shape, const std::string& column) {
  return {name, Type::number, std::move(shape), Origin::numbers, column};
}

// The columns of the examples that the models here read, some of them each.
enum : std::size_t { kPremiseAt, kHypothesisAt, kFeaturesAt, kFramesAt, kTextAt };

inline Schema forward_schema() {
  return {{{.name = "premise", .size = 7},
           {.name = "hypothesis", .size = 7},
           {.name = "features", .kind = ColumnKind::numbers, .width = 2, .sequence = false},
           {.name = "frames", .kind = ColumnKind::numbers, .width = 2},
           {.name = "text", .size = 7, .levels = 1}}};
}

namespace detail {

inline std::string split_heads(Draft& g, const std::string& of, int64_t heads) {
  return g.add("heads", {of}, {{"heads", whole(heads)}, {"kind", text("split")}});
}

inline std::string softmax_over(Draft& g, const std::string& scores, const std::string& mask,
                                const std::string& bias = "") {
  std::string allowed = g.add("band", {mask, ""}, {{"before", whole(-1)}, {"after", whole(-1)}});
  return g.add("normalise", {scores, allowed, bias, ""}, {{"kind", text("softmax")}, {"scale", 1.0}});
}

// Attention pooling: weights softmax(v · tanh(K x)), and Σ weights · x as one vector for each row.
inline std::pair<std::string, std::string> pool(Draft& g, const std::string& x, const std::string& mask,
                                                const std::string& name) {
  std::string keys = split_heads(g, g.add("linear", {x, name + ".key", name + ".key.bias"}), 1);
  std::string nothing = split_heads(g, g.add("zero_state", {x}, {{"width", whole(3)}}), 1);
  std::string weights = softmax_over(g, g.add("score_additive", {nothing, keys, name + ".v", ""}), mask);
  std::string context = g.add("weigh", {weights, split_heads(g, x, 1)});
  return {weights, g.add("heads", {context}, {{"heads", whole(1)}, {"kind", text("join_step")}})};
}

inline std::string gru(Draft& g, const std::string& x, const std::string& mask, const std::string& name) {
  return g.all("recurrent",
               {x, mask, name + ".input", name + ".hidden", name + ".input_bias", name + ".hidden_bias", ""},
               {{"kind", text("gru")}, {"direction", text("forward")}}, 2)[0];
}

}  // namespace detail

// Entailment: each word of the hypothesis attends to the premise; classes of the pair, and tags of its words.
inline HandMade pair_model() {
  HandMade model;
  model.shapes = {{"table", {7, 4}},   {"match", {4, 8}}, {"match.bias", {4}},
                  {"classes", {3, 6}}, {"tags", {2, 4}},  {"tags.bias", {2}}};
  Draft g("forward",
          {column_ids("premise", {axes::kRows, kPremise}, "premise"),
           column_mask("premise.mask", {axes::kRows, kPremise}, "premise"),
           column_ids("hypothesis", {axes::kRows, kHypothesis}, "hypothesis"),
           column_mask("hypothesis.mask", {axes::kRows, kHypothesis}, "hypothesis"),
           column_numbers("features", {axes::kRows, 2}, "features"),
           {"bias", Type::number, {axes::kRows, kPremise}, Origin::given, "", false, true},
           {"given", Type::number, {axes::kRows, 2, kHypothesis, kPremise}, Origin::given, "", false, true}});
  std::string premise = g.add("embedding", {"table", "premise"}),
              word = g.add("embedding", {"table", "hypothesis"});
  std::string keys = detail::split_heads(g, premise, 2);
  std::string scores = g.add("score_dot", {detail::split_heads(g, word, 2), keys}, {{"scale", 0.5}});
  std::string weights =
      g.add("given_weights", {detail::softmax_over(g, scores, "premise.mask", "bias"), "given", ""});
  std::string read =
      g.add("heads", {g.add("weigh", {weights, keys})}, {{"heads", whole(2)}, {"kind", text("join")}});
  std::string match =
      g.add("activation", {g.add("linear", {g.add("concat", {word, read}), "match", "match.bias"})},
            {{"kind", text("relu")}});
  std::string mean = g.add("mean_over_time", {match, "hypothesis.mask"});
  g.put_out("classes",
            g.add("log_softmax", {g.add("linear", {g.add("concat", {mean, "features"}), "classes", ""})}));
  g.put_out("tags", g.add("log_softmax", {g.add("linear", {match, "tags", "tags.bias"})}));
  g.put_out("weights", weights, Use::attention, {"pair", 0, "hypothesis", "premise"});
  model.graphs = {g.finished(model.shapes)};
  model.schema = forward_schema();
  return model;
}

// Speech: every third frame is read on, so that what comes out has a length of its own.
inline HandMade frames_model() {
  HandMade model;
  model.shapes = {{"gru.input", {12, 2}},    {"gru.hidden", {12, 4}}, {"gru.input_bias", {12}},
                  {"gru.hidden_bias", {12}}, {"output", {6, 4}},      {"output.bias", {6}}};
  Draft g("forward", {column_numbers("frames", {axes::kRows, kFrames, 2}, "frames"),
                      column_mask("mask", {axes::kRows, kFrames}, "frames")});
  std::vector<std::string> read = g.all("every_nth", {"frames", "mask"}, {{"stride", whole(3)}}, 2);
  std::string states = detail::gru(g, read[0], read[1], "gru");
  std::string self = detail::split_heads(g, states, 2);
  std::string weights = detail::softmax_over(g, g.add("score_dot", {self, self}, {{"scale", 0.5}}), read[1]);
  std::string seen =
      g.add("heads", {g.add("weigh", {weights, self})}, {{"heads", whole(2)}, {"kind", text("join")}});
  std::string logits = g.add("linear", {g.add("add", {states, seen}), "output", "output.bias"});
  g.put_out("log_probs", g.add("log_softmax", {logits}));
  g.put_out("there", read[1]);
  g.put_out("weights", weights, Use::attention, {"encoder", 0, "frames", "frames"});
  model.graphs = {g.finished(model.shapes)};
  model.schema = forward_schema();
  return model;
}

// Hierarchical attention: words to sentence vectors, sentences to the document's. The mean of each sentence's
// word vectors, which are read flat, is added to its vector.
inline HandMade document_model() {
  HandMade model;
  model.shapes = {{"table", {7, 4}},           {"words.input", {12, 4}},
                  {"words.hidden", {12, 4}},   {"words.input_bias", {12}},
                  {"words.hidden_bias", {12}}, {"word.key", {3, 4}},
                  {"word.key.bias", {3}},      {"word.v", {3}},
                  {"sentence.key", {3, 4}},    {"sentence.key.bias", {3}},
                  {"sentence.v", {3}},         {"classes", {3, 4}}};
  const Shape nested = {axes::kRows * kSentences, kWords};
  InputPort part{"part", Type::index, {axes::kRows, kTokens}, Origin::part, "text"};
  Draft g("forward", {column_ids("words", nested, "text"), column_mask("words.mask", nested, "text"),
                      column_mask("sentences.mask", {axes::kRows, kSentences}, "text", 1),
                      column_ids("tokens", {axes::kRows, kTokens}, "text"), part});
  std::string states = detail::gru(g, g.add("embedding", {"table", "words"}), "words.mask", "words");
  auto [word_weights, vectors] = detail::pool(g, states, "words.mask", "word");
  std::string flat =
      g.add("mean_of_parts", {g.add("embedding", {"table", "tokens"}), "part", "sentences.mask"});
  std::string sentences = g.add("add", {g.add("unfold_rows", {vectors, "sentences.mask"}), flat});
  auto [sentence_weights, document] = detail::pool(g, sentences, "sentences.mask", "sentence");
  g.put_out("classes", g.add("log_softmax", {g.add("linear", {document, "classes", ""})}));
  g.put_out("sentences", sentences);
  g.put_out("vectors", vectors);
  g.put_out("states", states);
  g.put_out("word_weights", word_weights, Use::attention, {"words", 0, "sentences", "words"});
  g.put_out("sentence_weights", sentence_weights, Use::attention, {"sentences", 0, "document", "sentences"});
  model.graphs = {g.finished(model.shapes)};
  model.schema = forward_schema();
  return model;
}

// A text of one of three classes: what attention pools of its tokens, a constant, and the evidence of its
// n-grams.
inline HandMade label_model() {
  HandMade model;
  model.shapes = {{"table", {7, 4}}, {"pool.key", {3, 4}}, {"pool.key.bias", {3}}, {"pool.v", {3}},
                  {"prior", {3}},    {"classes", {3, 4}},  {"ngrams", {11, 3}}};
  const Dim text{GraphAxis{"text"}};
  Draft g("forward", {column_ids("text", {axes::kRows, text}, "text"),
                      column_mask("mask", {axes::kRows, text}, "text")});
  auto [weights, vector] = detail::pool(g, g.add("embedding", {"table", "text"}), "mask", "pool");
  std::string evidence = g.add("ngram_scores", {"ngrams", "text", "mask"}, {{"order", whole(2)}});
  std::string sum = g.add("sum_over_time", {evidence, "mask"});
  std::string scores = g.add("add", {sum, g.add("broadcast", {sum, "prior"})});
  scores = g.add("add", {scores, g.add("linear", {vector, "classes", ""})});
  g.put_out("log_probs", g.add("log_softmax", {scores}));
  g.put_out("evidence", evidence, Use::evidence);
  g.put_out("weights", weights, Use::attention, {"pooling", 0, "label", "text"});
  model.graphs = {g.finished(model.shapes)};
  model.schema = forward_schema();
  model.schema.columns.push_back(
      {.name = "label", .kind = ColumnKind::classes, .input = false, .size = 3, .sequence = false});
  return model;
}

// Examples that every model here can read; one is as short as can be.
inline std::vector<Example> forward_examples() {
  auto tokens = [](std::vector<int32_t> ids) { return Column{std::move(ids)}; };
  auto frames = [](std::size_t count) {
    Column column;
    for (std::size_t i = 0; i < 2 * count; ++i)
      column.numbers.push_back(0.1F * static_cast<float>((7 * i) % 11));
    return column;
  };
  auto document = [&](std::vector<int32_t> lengths) {
    Column column;
    for (int32_t length : lengths) {
      for (int32_t i = 0; i < length; ++i) column.ids.push_back((3 * i + length) % 7);
    }
    column.parts = {std::move(lengths)};
    return column;
  };
  auto features = [](float a, float b) { return Column{{}, {a, b}}; };
  return {{{tokens({1, 2, 3, 4, 5}), tokens({6, 5}), features(0.5F, -1), frames(7), document({3, 1, 4})}},
          {{tokens({2}), tokens({3}), features(0, 2), frames(1), document({1})}},
          {{tokens({0, 6}), tokens({4, 4, 2, 1}), features(1, 1), frames(9), document({2, 5})}}};
}

}  // namespace heed::engine
