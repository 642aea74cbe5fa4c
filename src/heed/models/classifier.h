// Classifies a sequence: any encoder, attention pooling over its states, and a softmax over the classes.
//
//   α = attend(q, states),  v = Σ_j α_j states_j,  p = softmax(W act(v) + b)
//
// The query q is learnt (Yang 2016, with the additive score). Pooling works with every score, normaliser and
// number of heads of attention.
#pragma once

#include <memory>

#include "heed/models/encoders.h"
#include "heed/models/model.h"
#include "heed/nn/attention/layer.h"
#include "heed/nn/dropout.h"

namespace heed {

struct TokenVectorsOptions {
  int64_t width = 128;
  static void fields(auto& o, auto&& f) {
    f("width", o.width, "width of the vectors of the input", count_from(1));
  }
};

struct ClassifierOptions {
  static constexpr const char* kType = "classifier";
  TokenVectorsOptions embedding;
  EncoderOptions encoder;
  AttentionLayerOptions pooling;
  int64_t hidden = 0;
  DropoutOptions dropout;
  double label_smoothing = 0.0;
  static void fields(auto& o, auto&& f) {
    f("embedding", o.embedding, "the vectors of the input");
    f("encoder", o.encoder, "encoder that reads the input");
    f("pooling", o.pooling, "attention that pools the encoder's states into one vector");
    f("hidden", o.hidden, "width of a tanh layer between that vector and the classes; 0 = none",
      count_from(0));
    f("dropout", o.dropout, "dropout in training");
    f("label_smoothing", o.label_smoothing, "label smoothing: probability spread over all classes",
      between(0.0, 0.9));
  }
  bool attends() const { return true; }
  std::unique_ptr<Model> make(const Task& task, const Scope& scope) const;
};

}  // namespace heed
