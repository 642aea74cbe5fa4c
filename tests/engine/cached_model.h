// An encoder–decoder whose decoder attends to what it wrote: keys and values of every step are states that
// grow. It reads every second position of its source, and one of its inputs is cut into parts.
#pragma once

#include "engine/hand_made.h"

namespace heed::engine {

inline const AttentionBlock kSelfBlock{"decoder", 0, "target", "target"};
inline const AttentionBlock kCrossBlock{"decoder", 1, "target", "source"};

inline HandMade cached_model() {
  HandMade model;
  model.shapes = {{"source.table", {5, 4}}, {"target.table", {6, 4}}, {"query", {4, 4}},   {"key", {4, 4}},
                  {"value", {4, 4}},        {"output", {6, 8}},       {"output.bias", {6}}};
  const Dim half = divided(axes::kSource, 2);
  auto split = [](Draft& g, const std::string& of) {
    return g.add("heads", {of}, {{"heads", whole(2)}, {"kind", text("split")}});
  };
  auto join_step = [](Draft& g, const std::string& of) {
    return g.add("heads", {of}, {{"heads", whole(2)}, {"kind", text("join_step")}});
  };
  auto softmax = [](Draft& g, const std::string& scores, const std::string& allowed,
                    const std::string& bias) {
    return g.add("normalise", {scores, allowed, bias, ""}, {{"kind", text("softmax")}, {"scale", 1.0}});
  };

  Draft encode("encode", {ids_input(),
                          mask_input(false),
                          {"parts", Type::index, {axes::kRows, axes::kSource}, Origin::copies, "source"}});
  std::string x = encode.add("embedding", {"source.table", "source"});
  std::string mean = encode.add("mean_of_parts", {x, "parts", "mask"});
  std::vector<std::string> strided =
      encode.all("every_nth", {encode.add("add", {x, mean}), "mask"}, {{"stride", whole(2)}}, 2);
  encode.put_out("states", split(encode, strided[0]), Use::memory);
  encode.put_out("there", strided[1], Use::memory);

  Draft step("step", {token_input(),
                      memory_input("states", {axes::kRows, 2, half, 2}),
                      {"there", Type::flag, {axes::kRows, half}, Origin::encode, "", true},
                      state_input("keys", {axes::kRows, 2, axes::kSteps, 2}),
                      state_input("values", {axes::kRows, 2, axes::kSteps, 2}),
                      {"bias", Type::number, {axes::kRows, half}, Origin::given, "", true, true},
                      {"given", Type::number, {axes::kRows, 2, 1, half}, Origin::given, "", true, true}});
  std::string word = step.add("embedding", {"target.table", "token"});
  std::string query = split(step, step.add("linear", {word, "query", ""}));
  std::string keys = step.add("append", {"keys", split(step, step.add("linear", {word, "key", ""}))});
  std::string values = step.add("append", {"values", split(step, step.add("linear", {word, "value", ""}))});
  std::string scores = step.add("score_dot", {query, keys}, {{"scale", 0.5}});
  std::string weights = softmax(step, scores, step.add("everywhere", {scores}), "");
  std::string written = join_step(step, step.add("weigh", {weights, values}));
  std::string allowed = step.add("band", {"there", ""}, {{"before", whole(-1)}, {"after", whole(-1)}});
  std::string cross = softmax(step, step.add("score_dot", {split(step, written), "states"}, {{"scale", 0.5}}),
                              allowed, "bias");
  cross = step.add("given_weights", {cross, "given", ""});
  std::string read = join_step(step, step.add("weigh", {cross, "states"}));
  std::string all = step.add("concat", {written, read});
  step.put_out("log_probs", step.add("log_softmax", {step.add("linear", {all, "output", "output.bias"})}),
               Use::log_probs);
  step.put_out("self", weights, Use::attention, kSelfBlock);
  step.put_out("cross", cross, Use::attention, kCrossBlock);
  step.put_out("keys", keys, Use::state);
  step.put_out("values", values, Use::state);
  model.graphs = {encode.finished(model.shapes), step.finished(model.shapes)};
  model.schema = translation_schema();
  return model;
}

// A language model: the same decoder without a source to attend to.
inline HandMade language_model() {
  HandMade model;
  model.shapes = {{"target.table", {6, 4}}, {"query", {4, 4}},  {"key", {4, 4}},
                  {"value", {4, 4}},        {"output", {6, 4}}, {"output.bias", {6}}};
  Draft encode("encode", {});
  Draft step("step", {token_input(), state_input("keys", {axes::kRows, 2, axes::kSteps, 2}),
                      state_input("values", {axes::kRows, 2, axes::kSteps, 2})});
  std::string word = step.add("embedding", {"target.table", "token"});
  auto projected = [&](const char* weight) {
    return step.add("heads", {step.add("linear", {word, weight, ""})},
                    {{"heads", whole(2)}, {"kind", text("split")}});
  };
  std::string query = projected("query");
  std::string keys = step.add("append", {"keys", projected("key")});
  std::string values = step.add("append", {"values", projected("value")});
  std::string scores = step.add("score_dot", {query, keys}, {{"scale", 0.5}});
  std::string weights = step.add("normalise", {scores, step.add("everywhere", {scores}), "", ""},
                                 {{"kind", text("softmax")}, {"scale", 1.0}});
  std::string written = step.add("heads", {step.add("weigh", {weights, values})},
                                 {{"heads", whole(2)}, {"kind", text("join_step")}});
  step.put_out("log_probs", step.add("log_softmax", {step.add("linear", {written, "output", "output.bias"})}),
               Use::log_probs);
  step.put_out("self", weights, Use::attention, kSelfBlock);
  step.put_out("keys", keys, Use::state);
  step.put_out("values", values, Use::state);
  model.graphs = {encode.finished(model.shapes), step.finished(model.shapes)};
  model.schema = translation_schema();
  return model;
}

}  // namespace heed::engine
