// An encoder–decoder that is small enough to be computed in a few lines: a GRU reads the source both ways,
// the decoder attends with its last state (additive score, Bahdanau et al. 2015), a GRU and a readout follow.
#pragma once

#include "engine/hand_made.h"

namespace heed::engine {

// Widths: vectors 3 and 4, encoder states `width` each way, attention 3, decoder states 4, readout 3.
inline HandMade attention_model(int64_t width = 2) {
  Draft encode("encode", {ids_input(), mask_input(false)});
  std::string x = encode.add("embedding", {"source.table", "source"});
  std::vector<std::string> there = encode.all(
      "recurrent", {x, "mask", "there.input", "there.hidden", "there.input_bias", "there.hidden_bias", ""},
      {{"kind", text("gru")}, {"direction", text("forward")}}, 2);
  std::vector<std::string> back = encode.all(
      "recurrent", {x, "mask", "back.input", "back.hidden", "back.input_bias", "back.hidden_bias", ""},
      {{"kind", text("gru")}, {"direction", text("backward")}}, 2);
  std::string states = encode.add("concat", {there[0], back[0]});
  std::string values = encode.add("heads", {states}, {{"heads", whole(1)}, {"kind", text("split")}});
  encode.put_out("keys", encode.add("linear", {values, "key", ""}), Use::memory);
  encode.put_out("values", values, Use::memory);
  std::string bridge = encode.add("linear", {back[1], "bridge", "bridge.bias"});
  encode.put_out("state0", encode.add("activation", {bridge}, {{"kind", text("tanh")}}), Use::state);

  Draft step("step", {token_input(), memory_input("keys", {axes::kRows, 1, axes::kSource, 3}),
                      memory_input("values", {axes::kRows, 1, axes::kSource, 2 * width}), mask_input(true),
                      state_input("state0", {axes::kRows, 4})});
  std::string word = step.add("embedding", {"target.table", "token"});
  std::string state = step.add("heads", {"state0"}, {{"heads", whole(1)}, {"kind", text("split")}});
  std::string allowed = step.add("band", {"mask", ""}, {{"before", whole(-1)}, {"after", whole(-1)}});
  std::string query = step.add("linear", {state, "query", "query.bias"});
  std::string scores = step.add("score_additive", {query, "keys", "v", ""});
  std::string weights =
      step.add("normalise", {scores, allowed, "", ""}, {{"kind", text("softmax")}, {"scale", 1.0}});
  std::string looked = step.add("weigh", {weights, "values"});
  std::string context = step.add("heads", {looked}, {{"heads", whole(1)}, {"kind", text("join_step")}});
  std::string in = step.add("concat", {word, context});
  std::string next =
      step.add("cell", {in, "cell.input", "cell.hidden", "cell.input_bias", "cell.hidden_bias", "", "state0"},
               {{"kind", text("gru")}});
  std::string all = step.add("concat", {next, word, context});
  std::string hidden = step.add("linear", {all, "readout", "readout.bias"});
  std::string bent = step.add("activation", {hidden}, {{"kind", text("tanh")}});
  step.put_out("log_probs", step.add("log_softmax", {step.add("linear", {bent, "output", "output.bias"})}),
               Use::log_probs);
  step.put_out("weights", weights, Use::attention, kDecoderBlock);
  step.put_out("state0", next, Use::state);

  HandMade model;
  model.shapes = {{"source.table", {5, 3}},
                  {"target.table", {6, 4}},
                  {"key", {3, 2 * width}},
                  {"there.input", {3 * width, 3}},
                  {"there.hidden", {3 * width, width}},
                  {"there.input_bias", {3 * width}},
                  {"there.hidden_bias", {3 * width}},
                  {"back.input", {3 * width, 3}},
                  {"back.hidden", {3 * width, width}},
                  {"back.input_bias", {3 * width}},
                  {"back.hidden_bias", {3 * width}},
                  {"bridge", {4, width}},
                  {"bridge.bias", {4}},
                  {"query", {3, 4}},
                  {"query.bias", {3}},
                  {"v", {3}},
                  {"cell.input", {12, 4 + 2 * width}},
                  {"cell.hidden", {12, 4}},
                  {"cell.input_bias", {12}},
                  {"cell.hidden_bias", {12}},
                  {"readout", {3, 8 + 2 * width}},
                  {"readout.bias", {3}},
                  {"output", {6, 3}},
                  {"output.bias", {6}}};
  model.graphs = {encode.finished(model.shapes), step.finished(model.shapes)};
  model.schema = translation_schema();
  return model;
}

}  // namespace heed::engine
