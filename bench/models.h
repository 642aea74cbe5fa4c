// The models that are measured: RNNsearch (Bahdanau et al. 2015) with LSTMs, and `deep`, twice as wide with
// two layers each. They have 10.9 and 52.4 million parameters with vocabularies of 8,000 words.
#pragma once

#include <string>

#include "heed/models/encoder_decoder.h"

namespace heed::bench {

inline EncoderDecoderOptions model_options(const std::string& name) {
  bool deep = name == "deep";
  EncoderDecoderOptions options;
  options.embedding.width = deep ? 512 : 256;
  RecurrentEncoderOptions encoder;
  encoder.cell = LstmOptions();
  encoder.width = deep ? 512 : 256;
  encoder.layers = deep ? 2 : 1;
  options.encoder = encoder;
  BahdanauDecoderOptions decoder;
  decoder.cell = LstmOptions();
  decoder.width = deep ? 1024 : 512;
  decoder.layers = deep ? 2 : 1;
  decoder.readout = deep ? 512 : 256;
  options.decoder = decoder;
  options.attention.score = AdditiveOptions{deep ? 512 : 256};
  return options;
}

}  // namespace heed::bench
