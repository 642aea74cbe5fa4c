// Graphs of one pass: what comes out beside plain arithmetic, alone and in a batch; and what is refused.
#include "heed/engine/forward.h"

#include <gtest/gtest.h>

#include <thread>

#include "engine/forward_models.h"
#include "engine/plain_arithmetic.h"
#include "heed/engine/contract.h"
#include "heed/graph/operations/ngram_hash.h"
#include "heed/run/pass_predictor.h"
#include "message.h"

namespace heed::engine {
namespace {

struct OnePass {
  explicit OnePass(HandMade made) : model(std::move(made)) {}
  std::vector<RawOutput> run(const std::vector<Example>& examples) const {
    return forward.run(pointers_to(examples), true);
  }

  HandMade model;
  OwnWeights parameters = model.parameters();
  Forward forward{model.graphs[0], parameters, model.schema};
};

void expect_near(const std::vector<float>& found, const Vector& expected, const std::string& what) {
  ASSERT_EQ(found.size(), expected.size()) << what;
  for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], expected[i], 1e-5) << what << " " << i;
}

// What attention pooling, self-attention and the rest of forward_models.h are, sequence by sequence.
class Plain : public PlainWeights {
 public:
  using PlainWeights::PlainWeights;
  using Sequence = std::vector<Vector>;

  Sequence words(const std::vector<int32_t>& ids) const {
    Sequence sequence;
    for (int32_t id : ids) sequence.push_back(word("table", id));
    return sequence;
  }
  Sequence recurrent(const std::string& name, const Sequence& x) const {
    Sequence states;
    Vector h(4, 0.0);
    for (const Vector& one : x) states.push_back(h = gru(name, one, h));
    return states;
  }
  Vector pool(const std::string& name, const Sequence& x, Vector& weights) const {
    Vector scores, sum(x[0].size(), 0.0);
    for (const Vector& one : x)
      scores.push_back(dot(bias(name + ".v"), bent(product(name + ".key", one) + bias(name + ".key.bias"))));
    weights = softmax(scores);
    for (std::size_t t = 0; t < x.size(); ++t) sum = sum + weights[t] * x[t];
    return sum;
  }
  // Two heads of vectors of 4; the weights of both are appended.
  static Vector attend(const Vector& query, const Sequence& keys, Vector& weights) {
    Vector read;
    for (std::size_t head = 0; head < 2; ++head) {
      auto slice = [&](const Vector& x) { return Vector{x[2 * head], x[2 * head + 1]}; };
      Vector scores, sum(2, 0.0);
      for (const Vector& key : keys) scores.push_back(0.5 * dot(slice(query), slice(key)));
      Vector own = softmax(scores);
      for (std::size_t t = 0; t < keys.size(); ++t) sum = sum + own[t] * slice(keys[t]);
      weights = joined(weights, own);
      read = joined(read, sum);
    }
    return read;
  }
};

TEST(Forward, APassOverTwoInputsIsWhatPlainArithmeticMakesOfIt) {
  OnePass pass(pair_model());
  Plain plain(pass.parameters);
  const std::vector<Example> examples = forward_examples();
  std::vector<RawOutput> outputs = pass.run(examples);
  for (std::size_t i = 0; i < examples.size(); ++i) {
    Plain::Sequence premise = plain.words(examples[i][kPremiseAt].ids);
    Vector weights, tags, mean(4, 0.0);
    Plain::Sequence hypothesis = plain.words(examples[i][kHypothesisAt].ids);
    for (const Vector& word : hypothesis) {
      Vector read = Plain::attend(word, premise, weights);
      Vector match = plain.product("match", joined(word, read)) + plain.bias("match.bias");
      for (double& one : match) one = std::max(one, 0.0);
      tags = joined(tags, log_softmax(plain.product("tags", match) + plain.bias("tags.bias")));
      mean = mean + 1.0 / static_cast<double>(hypothesis.size()) * match;
    }
    const std::vector<float>& features = examples[i][kFeaturesAt].numbers;
    Vector classes = log_softmax(plain.product("classes", joined(mean, {features.begin(), features.end()})));
    expect_near(outputs[i].arrays.at("classes").numbers, classes, "classes");
    EXPECT_EQ(outputs[i].arrays.at("classes").shape, std::vector<int64_t>{3});
    expect_near(outputs[i].arrays.at("tags").numbers, tags, "tags");
    EXPECT_EQ(outputs[i].arrays.at("tags").shape,
              (std::vector<int64_t>{static_cast<int64_t>(hypothesis.size()), 2}));
    ASSERT_EQ(outputs[i].attention.size(), 1U);
    const auto& [block, rows] = outputs[i].attention[0];
    EXPECT_EQ(block, (AttentionBlock{"pair", 0, "hypothesis", "premise"}));
    EXPECT_EQ(rows.heads, 2);
    EXPECT_EQ(rows.width, static_cast<int32_t>(premise.size()));
    EXPECT_EQ(rows.begin, std::vector<int32_t>(hypothesis.size(), 0));
    expect_near(rows.weights, weights, "weights");
  }
}

TEST(Forward, APassWithADerivedLengthIsWhatPlainArithmeticMakesOfIt) {
  OnePass pass(frames_model());
  Plain plain(pass.parameters);
  const std::vector<Example> examples = forward_examples();
  std::vector<RawOutput> outputs = pass.run(examples);
  for (std::size_t i = 0; i < examples.size(); ++i) {
    const std::vector<float>& numbers = examples[i][kFramesAt].numbers;
    Plain::Sequence read;
    for (std::size_t at = 0; at < numbers.size(); at += 6) read.push_back({numbers[at], numbers[at + 1]});
    Plain::Sequence states = plain.recurrent("gru", read);
    Vector log_probs, weights;
    for (const Vector& state : states) {
      Vector seen = Plain::attend(state, states, weights);
      log_probs =
          joined(log_probs, log_softmax(plain.product("output", state + seen) + plain.bias("output.bias")));
    }
    auto length = static_cast<int64_t>(states.size());
    EXPECT_EQ(outputs[i].arrays.at("log_probs").shape, (std::vector<int64_t>{length, 6}));
    expect_near(outputs[i].arrays.at("log_probs").numbers, log_probs, "log_probs");
    EXPECT_EQ(outputs[i].arrays.at("there").indices, std::vector<int32_t>(states.size(), 1));
    expect_near(outputs[i].attention[0].rows.weights, weights, "weights");
  }
}

TEST(Forward, ADocumentOfTwoLevelsIsWhatPlainArithmeticMakesOfIt) {
  OnePass pass(document_model());
  Plain plain(pass.parameters);
  const std::vector<Example> examples = forward_examples();
  std::vector<RawOutput> outputs = pass.run(examples);
  for (std::size_t i = 0; i < examples.size(); ++i) {
    const Column& text = examples[i][kTextAt];
    Plain::Sequence vectors, sentences;
    std::vector<int32_t> begins;
    std::vector<Vector> word_weights;
    int32_t begin = 0;
    for (int32_t length : text.parts[0]) {
      Plain::Sequence words = plain.words({text.ids.begin() + begin, text.ids.begin() + begin + length});
      word_weights.emplace_back();
      vectors.push_back(plain.pool("word", plain.recurrent("words", words), word_weights.back()));
      sentences.push_back(vectors.back());
      for (const Vector& word : words) sentences.back() = sentences.back() + 1.0 / length * word;
      begins.push_back(begin);
      begin += length;
    }
    Vector sentence_weights, document = plain.pool("sentence", sentences, sentence_weights), all;
    for (const Vector& vector : vectors) all = joined(all, vector);
    const std::vector<int64_t> shape = {static_cast<int64_t>(sentences.size()), 4};
    expect_near(outputs[i].arrays.at("classes").numbers, log_softmax(plain.product("classes", document)),
                "classes");
    EXPECT_EQ(outputs[i].arrays.at("vectors").shape, shape);
    EXPECT_EQ(outputs[i].arrays.at("sentences").shape, shape);
    expect_near(outputs[i].arrays.at("vectors").numbers, all, "vectors");
    int64_t longest = *std::max_element(text.parts[0].begin(), text.parts[0].end());
    EXPECT_EQ(outputs[i].arrays.at("states").shape, (std::vector<int64_t>{shape[0], longest, 4}));

    // A sentence's weights stand at its own words.
    const AttentionRows &words = outputs[i].attention[0].rows, &of_document = outputs[i].attention[1].rows;
    EXPECT_EQ(words.begin, begins);
    EXPECT_EQ(words.width, longest);
    for (std::size_t s = 0; s < word_weights.size(); ++s) {
      Vector padded = word_weights[s];
      padded.resize(static_cast<std::size_t>(longest), 0.0);
      auto first = words.weights.begin() + static_cast<std::ptrdiff_t>(s) * longest;
      expect_near({first, first + longest}, padded, "sentence " + std::to_string(s));
    }
    expect_near(of_document.weights, sentence_weights, "document");
  }
}

TEST(Forward, APassOfNgramsIsWhatPlainArithmeticMakesOfIt) {
  OnePass pass(label_model());
  Plain plain(pass.parameters);
  const std::vector<Example> examples = forward_examples();
  std::vector<RawOutput> outputs = pass.run(examples);
  const float* table = pass.parameters.get("ngrams").data;
  for (std::size_t i = 0; i < examples.size(); ++i) {
    const std::vector<int32_t>& ids = examples[i][kTextAt].ids;
    Vector weights, evidence(3 * ids.size(), 0.0), scores = plain.bias("prior");
    each_ngram(ids, static_cast<int64_t>(ids.size()), 2, 11, [&](int64_t position, int64_t row) {
      for (std::size_t c = 0; c < 3; ++c) {
        double own = table[static_cast<std::size_t>(row) * 3 + c];
        evidence[static_cast<std::size_t>(position) * 3 + c] += own;
        scores[c] += own;
      }
    });
    Vector vector = plain.pool("pool", plain.words(ids), weights);
    expect_near(outputs[i].arrays.at("log_probs").numbers,
                log_softmax(scores + plain.product("classes", vector)), "log_probs");
    expect_near(outputs[i].arrays.at("evidence").numbers, evidence, "evidence");
    EXPECT_EQ(outputs[i].arrays.at("evidence").shape,
              (std::vector<int64_t>{static_cast<int64_t>(ids.size()), 3}));
    expect_near(outputs[i].attention[0].rows.weights, weights, "weights");
  }
}

class EveryPass : public testing::TestWithParam<HandMade (*)()> {
 protected:
  OnePass pass_{GetParam()()};
  std::vector<Example> examples_ = forward_examples();
};

void expect_same(const RawOutput& a, const RawOutput& b) {
  ASSERT_EQ(a.arrays.size(), b.arrays.size());
  for (const auto& [name, array] : a.arrays) {
    const Array& other = b.arrays.at(name);
    EXPECT_EQ(array.shape, other.shape) << name;
    EXPECT_EQ(array.numbers, other.numbers) << name;
    EXPECT_EQ(array.indices, other.indices) << name;
  }
  ASSERT_EQ(a.attention.size(), b.attention.size());
  for (std::size_t i = 0; i < a.attention.size(); ++i) {
    EXPECT_EQ(a.attention[i].rows.width, b.attention[i].rows.width);
    EXPECT_EQ(a.attention[i].rows.begin, b.attention[i].rows.begin);
    EXPECT_EQ(a.attention[i].rows.weights, b.attention[i].rows.weights);
  }
}

TEST_P(EveryPass, GivesAnExampleTheSameToTheBitAloneAndInABatch) {
  std::vector<RawOutput> together = pass_.run(examples_);
  for (std::size_t i = 0; i < examples_.size(); ++i) expect_same(pass_.run({examples_[i]})[0], together[i]);
  std::vector<Example> turned(examples_.rbegin(), examples_.rend());
  for (std::size_t i = 0; i < 3; ++i) expect_same(pass_.run(turned)[2 - i], together[i]);
  EXPECT_TRUE(pass_.run({}).empty());
}

TEST_P(EveryPass, RunsInSeveralThreads) {
  std::vector<RawOutput> expected = pass_.run(examples_);
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < 4; ++i) {
    threads.emplace_back([&, i] {
      for (int again = 0; again < 20; ++again) expect_same(pass_.run({examples_[i % 3]})[0], expected[i % 3]);
    });
  }
  for (std::thread& thread : threads) thread.join();
}

TEST_P(EveryPass, IsReadBackAsItWasWritten) {
  std::vector<Graph> graphs = graphs_from_json(graphs_to_json(pass_.model.graphs), "test");
  EXPECT_EQ(graphs, pass_.model.graphs);
}

TEST_P(EveryPass, RefusesATaskWithoutOneOfItsColumnsOrWithOthersOfThatName) {
  const Graph& graph = pass_.model.graphs[0];
  auto refusal = [&](const Schema& schema) {
    return message_of<InputError>([&] { Forward(graph, pass_.parameters, schema); });
  };
  const ColumnPlan plan = require_inputs(graph);
  for (const std::string& name : plan.names()) {
    const std::string quoted = "'" + name + "'";
    Schema schema = forward_schema();
    ColumnSpec& spec = schema.columns[schema.place_of(name)];
    spec.input = false;
    EXPECT_CONTAINS(refusal(schema), "found " + quoted) << "an answer is not given";
    spec.input = true;
    spec.name = "other";
    EXPECT_CONTAINS(refusal(schema), "expected graphs that read columns of the task's examples");
    spec.name = name;
    bool has_tokens = spec.kind == ColumnKind::tokens;
    spec.kind = has_tokens ? ColumnKind::numbers : ColumnKind::tokens;
    spec.width = has_tokens ? 4 : 0;
    EXPECT_CONTAINS(refusal(schema),
                    "the column " + quoted + ": expected graphs that read " +
                        (has_tokens ? "vectors of 4 numbers, found tokens" : "tokens, found vectors of 2"));
  }
}

std::string name_of_pass(const testing::TestParamInfo<HandMade (*)()>& info) {
  const char* names[] = {"Pair", "Frames", "Document", "Label"};
  return names[info.index];
}

INSTANTIATE_TEST_SUITE_P(Models, EveryPass,
                         testing::Values(&pair_model, &frames_model, &document_model, &label_model),
                         name_of_pass);

std::string refusal(const OnePass& pass, const Example& example) {
  try {
    pass.run({example});
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(Forward, RefusesColumnsThatAreNotWhatTheGraphDeclares) {
  OnePass pair(pair_model()), frames(frames_model()), document(document_model());
  Example example = forward_examples()[0];
  example[kFeaturesAt].numbers.pop_back();
  EXPECT_NE(refusal(pair, example).find("'features'"), std::string::npos);
  example[kFramesAt].numbers.pop_back();
  EXPECT_NE(refusal(frames, example).find("vectors of 2 numbers"), std::string::npos);
  example[kTextAt].parts = {{3, 1}};
  EXPECT_NE(refusal(document, example).find("parts of 8 in all, found 4"), std::string::npos);
  example[kTextAt].parts = {{9, -1}};
  EXPECT_NE(refusal(document, example), "");
  example[kTextAt].parts = {};
  EXPECT_NE(refusal(document, example).find("1 levels of parts, found 0"), std::string::npos);
}

TEST(Forward, ReadsEmptyColumns) {
  for (HandMade (*model)() : {&pair_model, &frames_model, &document_model, &label_model}) {
    OnePass pass(model());
    Example empty = forward_examples()[0];
    empty[kPremiseAt] = empty[kHypothesisAt] = empty[kFramesAt] = {};
    empty[kTextAt] = {};
    empty[kTextAt].parts = {{}};
    std::vector<RawOutput> outputs = pass.run({empty, forward_examples()[0]});
    expect_same(outputs[1], pass.run({forward_examples()[0]})[0]);
    for (const auto& [name, array] : outputs[0].arrays)
      for (float number : array.numbers) EXPECT_TRUE(std::isfinite(number)) << name;
  }
}

TEST(Forward, RefusesATableThatIsNotAsLargeAsTheVocabularyOfItsColumn) {
  HandMade model = pair_model();
  OwnWeights parameters = model.parameters();
  EXPECT_NO_THROW(Forward(model.graphs[0], parameters, model.schema));
  model.schema.columns[kHypothesisAt].size = 8;
  EXPECT_CONTAINS(message_of<InputError>([&] { Forward(model.graphs[0], parameters, model.schema); }),
                  "expected 'table' to have 8 rows, as many as the vocabulary has tokens; found 7");
}

// An answer of one class is read from the outputs `log_probs` and `evidence`.
TEST(Forward, RefusesAGraphThatDoesNotPutOutWhatTheAnswerIsReadFrom) {
  HandMade model = label_model();
  OwnWeights parameters = model.parameters();
  Graph& graph = model.graphs[0];
  auto refusal = [&] { return message_of<InputError>([&] { Forward(graph, parameters, model.schema); }); };
  EXPECT_NO_THROW(Forward(graph, parameters, model.schema));
  graph.outputs[0].name = "scores";
  EXPECT_CONTAINS(refusal(), "the graph 'forward': expected an output 'log_probs' of numbers [rows, 3]");
  graph.outputs[0].name = "log_probs";
  std::swap(graph.outputs[1].name, graph.outputs[2].name);
  EXPECT_CONTAINS(refusal(), "an output 'evidence' of numbers [rows, length, 3]");
  std::swap(graph.outputs[1].name, graph.outputs[2].name);
  model.schema.columns.back().size = 4;
  EXPECT_CONTAINS(refusal(), "an output 'log_probs' of numbers [rows, 4]");
}

TEST(Forward, RefusesABatchThatTakesMoreMemoryThanThereIs) {
  HandMade model = pair_model();
  OwnWeights parameters = model.parameters();
  Forward forward(model.graphs[0], parameters, model.schema);
  Example example = forward_examples()[0];
  example[kPremiseAt].ids.assign(2'000'000, 1);
  example[kHypothesisAt].ids.assign(2'000'000, 1);
  const Example* one = &example;
  EXPECT_CONTAINS(message_of<InputError>([&] { forward.run(std::span(&one, 1), true); }), "of memory");
}

TEST(PassPredictor, RefusesWhatOnlySearchHas) {
  OnePass pass(pair_model());
  PassPredictor predictor({&pass.forward}, pass.model.schema);
  PredictOptions beam, samples, prefix;
  beam.search.beam = 2;
  samples.search.samples = 1;
  prefix.prefix = true;
  for (const PredictOptions& options : {beam, samples, prefix})
    EXPECT_CONTAINS(message_of<OptionError>([&] { predictor.predict(forward_examples(), options); }),
                    "this model makes its whole output in one pass");
}

TEST(PassPredictor, GivesTheSameInAnyNumberOfThreads) {
  OnePass pass(document_model());
  PassPredictor predictor({&pass.forward}, pass.model.schema);
  std::vector<Example> examples;
  for (int i = 0; i < 50; ++i) examples.push_back(forward_examples()[static_cast<std::size_t>(i) % 3]);
  PredictOptions options;
  std::vector<RawOutput> expected = predictor.predict(examples, options);
  options.threads = 4;
  std::vector<RawOutput> found = predictor.predict(examples, options);
  for (std::size_t i = 0; i < examples.size(); ++i) expect_same(found[i], expected[i]);
}

TEST(MeanPass, AveragesTheArraysOfItsMembersByTheirWeights) {
  OnePass one(pair_model()), two(pair_model());
  const_cast<float*>(two.parameters.get("match.bias").data)[0] += 1;
  const std::vector<Example> examples = forward_examples();
  MeanPass mean({{&one.forward, 3}, {&two.forward, 1}});
  std::vector<RawOutput> a = one.run(examples), b = two.run(examples),
                         found = mean.run(pointers_to(examples), true);
  for (std::size_t i = 0; i < examples.size(); ++i) {
    for (const char* name : {"classes", "tags"}) {
      const std::vector<float>&x = a[i].arrays[name].numbers, &y = b[i].arrays[name].numbers;
      for (std::size_t k = 0; k < x.size(); ++k)
        EXPECT_NEAR(found[i].arrays[name].numbers[k], 0.75F * x[k] + 0.25F * y[k], 1e-6);
    }
    EXPECT_EQ(found[i].attention[0].rows.weights, a[i].attention[0].rows.weights);
  }
  OnePass other(frames_model());
  EXPECT_THROW(MeanPass({{&one.forward, 1}, {&other.forward, 1}}).run(pointers_to(examples), true),
               InputError);
  EXPECT_THROW(MeanPass({{&one.forward, 0}}), std::invalid_argument);
}

// Of two models with weights 3 and 1: 0.75 p + 0.25 q, or what is proportional to p^0.75 q^0.25, or to p^3 q.
TEST(MeanPass, PutsLogProbabilitiesTogetherAsADistribution) {
  OnePass one(label_model()), two(label_model());
  const_cast<float*>(two.parameters.get("prior").data)[0] += 2;
  const std::vector<Example> examples = forward_examples();
  std::vector<RawOutput> a = one.run(examples), b = two.run(examples);
  for (Ensemble::Mean mean :
       {Ensemble::Mean::probabilities, Ensemble::Mean::log_probabilities, Ensemble::Mean::sum}) {
    std::vector<RawOutput> found =
        MeanPass({{&one.forward, 3}, {&two.forward, 1}}, mean).run(pointers_to(examples), true);
    for (std::size_t i = 0; i < examples.size(); ++i) {
      Vector expected;
      for (std::size_t c = 0; c < 3; ++c) {
        double p = a[i].arrays["log_probs"].numbers[c], q = b[i].arrays["log_probs"].numbers[c];
        if (mean == Ensemble::Mean::probabilities)
          expected.push_back(std::log(0.75 * std::exp(p) + 0.25 * std::exp(q)));
        if (mean == Ensemble::Mean::log_probabilities) expected.push_back(0.75 * p + 0.25 * q);
        if (mean == Ensemble::Mean::sum) expected.push_back(3 * p + q);
      }
      expect_near(found[i].arrays["log_probs"].numbers, log_softmax(expected), "log_probs");
      EXPECT_EQ(found[i].attention[0].rows.weights, a[i].attention[0].rows.weights);
    }
  }
}

}  // namespace
}  // namespace heed::engine
