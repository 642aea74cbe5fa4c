// An encoder–decoder of every operation that the model of attention_model.h has not: windows that are
// gathered and windows that are masks, heads, features, every normaliser, an LSTM with and without peephole,
// copies.
#pragma once

#include "engine/hand_made.h"

namespace heed::engine {

namespace detail {

// Self-attention in a window of three, then in a band, then an LSTM: two heads, vectors of 4.
inline Graph windowed_encode(const Shapes& shapes) {
  Draft g("encode", {ids_input(), mask_input(false)});
  std::string x = g.add("add_positions", {g.add("embedding", {"source.table", "source"})});
  std::string around = g.add("neighbours", {x, "mask"}, {{"width", whole(3)}});
  std::string wide = g.add("maxout", {g.add("linear", {around, "around", "around.bias"})});
  std::string normed = g.add("layer_norm", {g.add("keep_real", {wide, "mask"}), "gain", "shift"});
  std::string split = g.add("heads", {normed}, {{"heads", whole(2)}, {"kind", text("split")}});
  std::string scaled = g.add("scale", {g.add("unit", {split}), "factor"});
  std::string position = g.add("positions", {normed});
  std::string begin = g.add("band_begin", {position}, {{"before", whole(1)}});
  std::string keys = g.add("gather_band", {split, begin}, {{"width", whole(3)}});
  std::string allowed =
      g.add("gather_mask", {"mask", position, begin}, {{"before", whole(1)}, {"after", whole(1)}});
  std::string scores = g.add("score_dot", {g.add("fold_queries", {scaled}), keys}, {{"scale", 0.5}});
  std::string smooth = g.add("normalise", {scores, allowed, "", ""}, {{"kind", text("smoothing")}});
  std::string weights = g.add("gather_gaussian", {smooth, position, begin}, {{"deviation", 1.5}});
  g.put_out("encoder.weights", g.add("unfold_queries", {weights, begin}), Use::attention, kEncoderBlock);
  g.put_out("encoder.begin", begin, Use::begin, kEncoderBlock);
  std::string looked = g.add("unfold_queries", {g.add("weigh", {weights, keys}), begin});
  std::string joined = g.add("heads", {looked}, {{"heads", whole(2)}, {"kind", text("join")}});
  std::string both =
      g.add("heads", {g.add("add", {joined, normed})}, {{"heads", whole(1)}, {"kind", text("split")}});
  std::string band = g.add("band", {"mask", position}, {{"before", whole(2)}, {"after", whole(0)}});
  std::string sparse = g.add("normalise", {g.add("score_dot", {both, both}, {{"scale", 0.5}}), band, "", ""},
                             {{"kind", text("sparsemax")}});
  std::string bell = g.add("gaussian", {sparse, position}, {{"deviation", 2.0}});
  std::string read =
      g.add("heads", {g.add("weigh", {bell, both})}, {{"heads", whole(1)}, {"kind", text("join")}});
  std::vector<std::string> states = g.all(
      "recurrent", {read, "mask", "lstm.input", "lstm.hidden", "lstm.input_bias", "lstm.hidden_bias", ""},
      {{"kind", text("lstm")}, {"direction", text("backward")}}, 3);
  std::string kept = g.add("heads", {states[0]}, {{"heads", whole(2)}, {"kind", text("split")}});
  g.put_out("keys", kept, Use::memory);
  g.put_out("values", g.add("heads", {read}, {{"heads", whole(2)}, {"kind", text("split")}}), Use::memory);
  std::string ngrams = g.add("ngram_scores", {"ngrams", "source", "mask"}, {{"order", whole(3)}});
  std::string sum = g.add("sum_over_time", {ngrams, "mask"});
  std::string constant = g.add("broadcast", {sum, "constant"});
  std::string mean = g.add("add", {g.add("mean_over_time", {read, "mask"}), g.add("add", {sum, constant})});
  g.put_out("lengths", g.add("lengths", {"mask", mean}), Use::memory);
  std::string bridge =
      g.add("linear", {g.add("concat", {mean, states[1], states[2]}), "bridge", "bridge.bias"});
  g.put_out("state0", g.add("activation", {bridge}, {{"kind", text("tanh")}}), Use::state);
  g.put_out("state1", g.add("zero_state", {mean}, {{"width", whole(3)}}), Use::state);
  g.put_out("position", g.add("no_position", {kept}), Use::state);
  g.put_out("looked", g.add("no_weights", {kept}), Use::state);
  return g.finished(shapes);
}

// A window that goes along, one around the median of the last weights, one that is predicted; and copies.
inline Graph windowed_step(const Shapes& shapes) {
  Draft g("step",
          {token_input(),
           memory_input("keys", {axes::kRows, 2, axes::kSource, 1}),
           memory_input("values", {axes::kRows, 2, axes::kSource, 2}),
           mask_input(true),
           memory_input("lengths", {axes::kRows}),
           copies_input(),
           state_input("state0", {axes::kRows, 3}),
           state_input("state1", {axes::kRows, 3}),
           state_input("position", {axes::kRows, 1}),
           state_input("looked", {axes::kRows, 2, axes::kSource}),
           {"bias", Type::number, {axes::kRows, axes::kSource}, Origin::given, "", true, true},
           {"given", Type::number, {axes::kRows, 2, 1, axes::kSource}, Origin::given, "", true, true}});
  std::string word = g.add("embedding", {"target.table", "token"});
  std::vector<std::string> state = g.all("cell",
                                         {word, "cell.input", "cell.hidden", "cell.input_bias",
                                          "cell.hidden_bias", "cell.peephole", "state0", "state1"},
                                         {{"kind", text("peephole_lstm")}}, 2);
  std::string query = g.add("heads", {g.add("linear", {state[0], "query", ""})},
                            {{"heads", whole(2)}, {"kind", text("split")}});
  std::string centre = g.add("centre", {"position", "lengths"}, {{"kind", text("monotonic")}});
  std::string begin = g.add("band_begin", {centre}, {{"before", whole(1)}});
  auto near = [&](const std::string& of) { return g.add("gather_band", {of, begin}, {{"width", whole(3)}}); };
  auto step_of = [&](const std::string& of) {
    return g.add("heads", {of}, {{"heads", whole(2)}, {"kind", text("join_step")}});
  };
  std::string keys = near("keys"), values = near("values");
  std::string feature = near(g.add("convolve", {"looked", "filters"}));
  std::string allowed =
      g.add("gather_mask", {"mask", centre, begin}, {{"before", whole(1)}, {"after", whole(1)}});
  std::string scores = g.add("score_additive", {query, keys, "v", feature});
  std::string bias = g.add("gather_bias", {"bias", begin}, {{"width", whole(3)}});
  std::string top =
      g.add("normalise", {scores, allowed, bias, ""}, {{"kind", text("top-k")}, {"k", whole(2)}});
  std::string bell = g.add("gather_gaussian", {top, centre, begin}, {{"deviation", 1.5}});
  std::string weights = g.add("given_weights", {bell, "given", begin});
  std::string first = step_of(g.add("weigh", {weights, values}));
  std::string spread = g.add("spread", {weights, begin, "keys"});

  std::string location = g.add("heads", {g.add("linear", {state[0], "location", ""})},
                               {{"heads", whole(2)}, {"kind", text("split")}});
  std::string median = g.add("centre", {spread}, {{"kind", text("median")}});
  std::string band = g.add("band", {"mask", median}, {{"before", whole(1)}, {"after", whole(1)}});
  std::string structured =
      g.add("normalise", {g.add("score_location", {location, "keys", ""}), band, "", "pairwise"},
            {{"kind", text("structured")}, {"renormalise", whole(1)}});
  std::string joined = g.add("heads", {query}, {{"heads", whole(2)}, {"kind", text("join")}});
  std::string predicted =
      g.add("centre", {g.add("linear", {joined, "guess", ""}), "lengths"}, {{"kind", text("predicted")}});
  std::string second =
      step_of(g.add("weigh", {g.add("gaussian", {structured, predicted}, {{"deviation", 1.0}}), "values"}));
  std::string hard = g.add("normalise", {g.add("score_location", {location, keys, begin}), allowed, "", ""},
                           {{"kind", text("hard")}});
  std::string third = step_of(g.add("weigh", {hard, values}));

  std::string all = g.add("concat", {state[0], first, second, third});
  std::string hidden =
      g.add("activation", {g.add("linear", {all, "readout", "readout.bias"})}, {{"kind", text("relu")}});
  std::string logits = g.add("linear", {hidden, "output", "output.bias"});
  std::string gate =
      g.add("activation", {g.add("linear", {state[0], "gate", "gate.bias"})}, {{"kind", text("sigmoid")}});
  g.put_out("log_probs", g.add("mix_copy", {logits, gate, spread, "copies"}), Use::log_probs);
  g.put_out("weights", weights, Use::attention, kDecoderBlock);
  g.put_out("begin", begin, Use::begin, kDecoderBlock);
  g.put_out("state0", state[0], Use::state);
  g.put_out("state1", state[1], Use::state);
  g.put_out("position", g.add("shift", {"position"}, {{"by", 1.0}}), Use::state);
  g.put_out("looked", spread, Use::state);
  return g.finished(shapes);
}

}  // namespace detail

inline HandMade windowed_model() {
  HandMade model;
  model.shapes = {{"source.table", {5, 4}},
                  {"ngrams", {7, 4}},
                  {"constant", {4}},
                  {"around", {8, 12}},
                  {"around.bias", {8}},
                  {"gain", {4}},
                  {"shift", {4}},
                  {"factor", {1}},
                  {"lstm.input", {8, 4}},
                  {"lstm.hidden", {8, 2}},
                  {"lstm.input_bias", {8}},
                  {"lstm.hidden_bias", {8}},
                  {"bridge", {3, 8}},
                  {"bridge.bias", {3}},
                  {"target.table", {6, 4}},
                  {"cell.input", {12, 4}},
                  {"cell.hidden", {12, 3}},
                  {"cell.input_bias", {12}},
                  {"cell.hidden_bias", {12}},
                  {"cell.peephole", {9}},
                  {"query", {2, 3}},
                  {"filters", {1, 3}},
                  {"v", {1}},
                  {"location", {10, 3}},
                  {"pairwise", {2, 2}},
                  {"guess", {1, 2}},
                  {"readout", {3, 15}},
                  {"readout.bias", {3}},
                  {"output", {6, 3}},
                  {"output.bias", {6}},
                  {"gate", {1, 3}},
                  {"gate.bias", {1}}};
  model.graphs = {detail::windowed_encode(model.shapes), detail::windowed_step(model.shapes)};
  model.schema = translation_schema(/*copies=*/true);
  return model;
}

}  // namespace heed::engine
